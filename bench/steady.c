// steady ADDRESS PORT RATE SECONDS CONNECTIONS FILE
//
// Sends requests on a fixed schedule and measures each answer's delay from the time at which the
// request was due, not from when a connection was free for it: a server that stalls is charged for
// each request that would have waited. FILE has requests, each after a line with its length in
// bytes; they are sent in turn. Prints: requests, errors, and p50, p90, p99 and the maximum in
// microseconds.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { ANSWER_BYTES_MAX = 1 << 20, WAIT_SECONDS_MAX = 60 };

struct connection {
    int fd;
    size_t request;  // index + 1; 0 when free
    size_t sent;
    char *answer;
    size_t received;
};

struct request {
    const char *bytes;
    size_t length;
};

static struct request *requests;
static size_t request_count;
static size_t total, started, finished, errors;
static int64_t begin_ns, interval_ns;
static int64_t *delays;
static int poller;

static void die(const char *what) {
    fprintf(stderr, "steady: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void read_requests(const char *path) {
    int fd = open(path, O_RDONLY);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0) die(path);
    char *text = malloc((size_t)status.st_size + 1);
    size_t length = 0;
    for (ssize_t count; (count = read(fd, text + length, (size_t)status.st_size - length)) > 0;)
        length += (size_t)count;
    text[length] = 0;
    close(fd);
    size_t room = 0;
    for (char *at = text; at < text + length;) {
        char *end;
        size_t bytes = strtoul(at, &end, 10);
        if (*end != '\n' || bytes == 0 || end + 1 + bytes > text + length) {
            errno = EINVAL;
            die(path);
        }
        if (request_count == room) {
            room = room ? room * 2 : 1024;
            requests = realloc(requests, room * sizeof *requests);
        }
        requests[request_count++] = (struct request){end + 1, bytes};
        at = end + 1 + bytes;
    }
    if (request_count == 0) {
        errno = ENODATA;
        die(path);
    }
}

static void watch(struct connection *one, uint32_t events) {
    struct epoll_event event = {.events = events, .data.ptr = one};
    if (epoll_ctl(poller, EPOLL_CTL_MOD, one->fd, &event) < 0) die("epoll_ctl");
}

static void send_rest(struct connection *one) {
    struct request request = requests[(one->request - 1) % request_count];
    while (one->sent < request.length) {
        ssize_t count =
            send(one->fd, request.bytes + one->sent, request.length - one->sent, MSG_NOSIGNAL);
        if (count < 0 && errno == EAGAIN) return watch(one, EPOLLIN | EPOLLOUT);
        if (count < 0) die("send");
        one->sent += (size_t)count;
    }
    watch(one, EPOLLIN);
}

// True if the answer is complete; it must have a Content-Length, as the server's answers do.
static int is_whole(struct connection *one) {
    one->answer[one->received] = 0;
    char *end = strstr(one->answer, "\r\n\r\n");
    if (!end) return 0;
    char *length = strcasestr(one->answer, "\r\ncontent-length:");
    size_t body = length && length < end ? strtoul(length + 17, NULL, 10) : 0;
    return one->received >= (size_t)(end + 4 - one->answer) + body;
}

static void receive(struct connection *one) {
    ssize_t count = recv(one->fd, one->answer + one->received, ANSWER_BYTES_MAX - one->received, 0);
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0 || one->request == 0) {
        if (count == 0) errno = ECONNRESET;
        die("receive");
    }
    one->received += (size_t)count;
    if (!is_whole(one)) return;
    size_t index = one->request - 1;
    delays[finished++] = now_ns() - (begin_ns + (int64_t)index * interval_ns);
    if (strncmp(one->answer, "HTTP/1.1 2", 10) != 0 && errors++ == 0)
        fprintf(stderr, "steady: first refusal: %.200s\n", one->answer);
    one->request = 0;
    one->received = 0;
}

static int by_size(const void *one, const void *other) {
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return a < b ? -1 : a > b;
}

static long microseconds_at(double part) {
    return (long)(delays[(size_t)(part * (double)(finished - 1))] / 1000);
}

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: steady ADDRESS PORT RATE SECONDS CONNECTIONS FILE\n");
        return 2;
    }
    double rate = atof(arguments[3]);
    size_t width = (size_t)atol(arguments[5]);
    read_requests(arguments[6]);
    total = (size_t)(rate * atof(arguments[4]));
    interval_ns = (int64_t)(1e9 / rate);
    delays = calloc(total, sizeof *delays);

    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[2]))};
    if (inet_pton(AF_INET, arguments[1], &address.sin_addr) != 1) die(arguments[1]);
    poller = epoll_create1(0);
    struct connection *connections = calloc(width, sizeof *connections);
    for (size_t index = 0; index < width; index++) {
        struct connection *one = &connections[index];
        one->fd = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(one->fd, (struct sockaddr *)&address, sizeof address) < 0) die("connect");
        fcntl(one->fd, F_SETFL, O_NONBLOCK);
        int yes = 1;
        setsockopt(one->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        one->answer = malloc(ANSWER_BYTES_MAX + 1);
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = one};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, one->fd, &event) < 0) die("epoll_ctl");
    }

    // Often enough for any rate of the bench.
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK);
    struct itimerspec every = {.it_interval = {0, 200000}, .it_value = {0, 200000}};
    timerfd_settime(timer, 0, &every, NULL);
    struct epoll_event tick = {.events = EPOLLIN, .data.ptr = NULL};
    epoll_ctl(poller, EPOLL_CTL_ADD, timer, &tick);

    begin_ns = now_ns();
    int64_t last_ns = begin_ns + (int64_t)total * interval_ns + WAIT_SECONDS_MAX * 1000000000LL;
    while (finished < total && now_ns() < last_ns) {
        struct epoll_event events[128];
        int ready = epoll_wait(poller, events, 128, 1000);
        for (int index = 0; index < ready; index++) {
            struct connection *one = events[index].data.ptr;
            if (!one) {
                uint64_t ticks;
                if (read(timer, &ticks, sizeof ticks) < 0 && errno != EAGAIN) die("timer");
                continue;
            }
            if (events[index].events & EPOLLOUT) send_rest(one);
            if (events[index].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(one);
        }
        for (size_t index = 0; index < width && started < total; index++) {
            if (begin_ns + (int64_t)started * interval_ns > now_ns()) break;
            if (connections[index].request) continue;
            connections[index].request = ++started;
            connections[index].sent = 0;
            send_rest(&connections[index]);
        }
    }
    // A request without an answer has waited as long as the program ran.
    errors += total - finished;
    while (finished < total) delays[finished++] = WAIT_SECONDS_MAX * 1000000000LL;
    qsort(delays, finished, sizeof *delays, by_size);
    printf("%zu %zu %ld %ld %ld %ld\n", total, errors, microseconds_at(0.5), microseconds_at(0.9),
        microseconds_at(0.99), microseconds_at(1));
    return 0;
}
