// Charts without a library: SVG bars, with a table of the same values.

import { make } from '/dashboard/dom.js'

const SVG = 'http://www.w3.org/2000/svg'
const draw = (tag, attributes, ...children) => {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

// The width is about the displayed one, so that labels are readable on a phone.
const isNarrow = () => innerWidth < 640
const HEIGHT = 180
const LEFT = 8
const TOP = 18
const BOTTOM = 24

/**
 * Bars over time. `series`: [{ name, kind, values, texts }], stacked in their order; `labels`: of
 * the steps.
 *
 * Values serve only for drawing; readers see their exact texts.
 */
export function bars(title, labels, series, { note } = {}) {
  const sums = labels.map((_, index) => series.reduce((sum, { values }) => sum + values[index], 0))
  const most = Math.max(...sums, 0)
  const width = isNarrow() ? 330 : 640
  const room = (width - 2 * LEFT) / Math.max(labels.length, 1)
  const svg = draw('svg', { viewBox: `0 0 ${width} ${HEIGHT}`, 'aria-hidden': 'true', focusable: 'false' })
  svg.append(draw('line', { x1: LEFT, x2: width - LEFT, y1: HEIGHT - BOTTOM, y2: HEIGHT - BOTTOM, class: 'axis' }))
  labels.forEach((label, index) => {
    let base = HEIGHT - BOTTOM
    const thick = Math.max(1, Math.min(28, room * 0.72))
    const x = LEFT + room * index + (room - thick) / 2
    for (const { kind, values, texts, name } of series) {
      const height = most > 0 ? values[index] / most * (HEIGHT - BOTTOM - TOP) : 0
      if (height <= 0) continue
      base -= height
      svg.append(draw('rect', { x, y: base, width: thick, height, class: `bar ${kind}`, rx: Math.min(2, thick / 4) },
        draw('title', {}, `${label}: ${name} ${texts[index]}`)))
    }
    const every = Math.ceil(labels.length / (isNarrow() ? 4 : 7))
    if (index % every === 0) svg.append(draw('text', { x: Math.max(x + thick / 2, 22), y: HEIGHT - 7, class: 'label' }, label))
  })
  return figure(title, svg, ['', ...series.map(({ name }) => name)],
    labels.map((label, index) => [label, ...series.map(({ texts }) => texts[index])]).filter((_, index) => sums[index] > 0), series, note)
}

/**
 * Bars side by side: a name, and parts of a whole. `rows`: [{ name, parts, text }]; `kinds`: of the
 * parts.
 */
export function ranks(title, rows, kinds, { note, columns, empty }) {
  const most = Math.max(...rows.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0)), 1)
  const list = make('ol', { class: 'ranks' }, rows.map(({ name, parts, text }) => {
    const svg = draw('svg', { viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true', focusable: 'false' })
    let x = 0
    parts.forEach((part, index) => {
      svg.append(draw('rect', { x, y: 0, width: part / most * 100, height: 6, class: `bar ${kinds[index].kind}` }))
      x += part / most * 100
    })
    return make('li', {}, make('span', { class: 'name' }, name), svg, make('span', { class: 'amount' }, text))
  }))
  if (!rows.length) return figure(title, make('p', { class: 'quiet empty' }, empty), columns, [], [], note)
  return figure(title, list, columns, null, kinds, note)
}

function figure(title, drawing, columns, rows, legend, note) {
  return make('figure', {}, make('figcaption', {}, make('h2', {}, title), note && make('p', { class: 'quiet' }, note)), drawing,
    legend.length > 1 && make('ul', { class: 'legend' }, legend.map(({ name, kind }) => make('li', {}, swatch(kind), name))),
    rows?.length ? make('details', {}, make('summary', {}, 'As a table'), make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title },
      make('table', {}, make('caption', { class: 'hidden' }, title),
        make('thead', {}, make('tr', {}, columns.map((name, index) => make('th', { scope: 'col', class: index ? 'number' : '' }, name || 'Time')))),
        make('tbody', {}, rows.map(row => make('tr', {}, row.map((cell, index) => make('td', { class: index ? 'number' : '' }, cell)))))))) : null)
}

const swatch = kind => {
  const svg = draw('svg', { viewBox: '0 0 10 10', 'aria-hidden': 'true', class: 'swatch' })
  svg.append(draw('rect', { width: 10, height: 10, rx: 2, class: `bar ${kind}` }))
  return svg
}
