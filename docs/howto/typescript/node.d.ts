// The parts of node:http that the recipes use. A project with @types/node does not need this file.
declare module 'node:http' {
  interface IncomingMessage extends AsyncIterable<Uint8Array> {
    readonly headers: Record<string, string | string[] | undefined>
  }
  interface ServerResponse {
    writeHead(status: number, headers?: Record<string, string>): this
    end(body?: string): this
  }
  interface Server {
    listen(port: number, host: string, ready: () => void): this
    address(): { port: number } | string | null
    close(): this
  }
  export function createServer(
    listener: (request: IncomingMessage, response: ServerResponse) => void): Server
}
