import type { Access, Person } from '../records.js'
import type { XPersonSetup } from '../settings.js'
import { nextPersonId, type XState } from '../state.js'

/** Adds a person to the network. */
export function addPerson(state: XState, setup: XPersonSetup): Person {
  const {
    username,
    name = username,
    subscription = 'None',
    allowsTags = true,
    receivesMessages = true,
  } = setup
  const person: Person = {
    id: nextPersonId(state),
    username,
    name,
    subscription,
    allowsTags,
    receivesMessages,
    communities: new Set(),
    createdAt: state.clock.now(),
  }
  state.people.set(person.id, person)
  return person
}

/** Finds a person by handle or id, ignoring case. Returns null for an unknown person. */
export function findPerson(state: XState, name: string): Person | null {
  const handle = name.replace(/^@/, '').toLowerCase()
  return (
    state.people.get(name) ??
    [...state.people.values()].find(({ username }) => username.toLowerCase() === handle) ??
    null
  )
}

/** Finds the person to whom a pair of tokens belongs. */
export function personOf(state: XState, { personId }: Pick<Access, 'personId'>): Person {
  const person = state.people.get(personId)
  if (person === undefined) throw new Error(`There is no person with the id ${personId}.`)
  return person
}

/** Finds the people whom a text mentions by handle. */
export function mentionedIn(state: XState, text: string): Person[] {
  const handles = [...text.matchAll(/(?<![A-Za-z0-9_@])@([A-Za-z0-9_]{1,15})(?![A-Za-z0-9_@])/g)]
  const found = handles.flatMap(([, handle = '']) => findPerson(state, handle) ?? [])
  return [...new Set(found)]
}
