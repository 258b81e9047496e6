// Sentences about the changes between two states, for screen readers.

import { calledText, text } from '/pages/shared/words.js'

/** More at once would be noise. */
const ANNOUNCEMENTS_MAX = 2

const key = choice => `${choice.participant} ${choice.choice}`
export const what = choice => choice.quantity > 1 ? `${choice.quantity} × ${choice.name}` : choice.name

const isPresent = person => Boolean(person) && person.status === 'present'

/** Sentences about changes by others. */
export function announcements(before, after, me) {
  if (!before) return []
  const said = []
  const people = new Map(after.participants.map(person => [person.number, person]))
  const was = new Map(before.participants.map(person => [person.number, person]))
  const name = number => people.has(number) ? calledText(people.get(number)) : ''
  for (const person of after.participants) {
    if (person.number === me) continue
    const wasHere = isPresent(was.get(person.number))
    if (person.status === 'present' && !wasHere) said.push(text('announcement.joined', { name: calledText(person) }))
    if (person.status !== 'present' && wasHere) said.push(text('announcement.left', { name: calledText(person) }))
  }
  const old = new Map(before.choices.map(choice => [key(choice), choice]))
  for (const choice of after.choices) {
    const seen = old.get(key(choice))
    old.delete(key(choice))
    if (choice.participant === me && !(choice.options || []).some(pick => pick.by !== me)) continue
    if (!seen || seen.version !== choice.version) said.push(text('announcement.chose', { name: name(choice.participant), item: what(choice) }))
  }
  for (const choice of old.values()) {
    const isHere = isPresent(people.get(choice.participant))
    if (choice.participant !== me && isHere) said.push(text('announcement.removed', { name: name(choice.participant), item: what(choice) }))
  }
  return said.slice(-ANNOUNCEMENTS_MAX)
}
