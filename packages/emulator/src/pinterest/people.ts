import { addBoard } from './boards/board-store.js'
import type { Access, Person } from './records.js'
import type { PinterestPersonSetup } from './settings.js'
import { nextId, type PinterestState } from './state.js'

/** Adds a person and the boards of `setup`. Default: one board, named after the person. */
export function addPerson(state: PinterestState, setup: PinterestPersonSetup): Person {
  const { username, accountType = 'PINNER', businessName = null, boards = [`${username}'s ideas`] } = setup
  const person: Person = { id: nextId(state), username, accountType, businessName, isFlagged: false }
  state.people.set(person.id, person)
  for (const name of boards) addBoard(state, { ownerId: person.id, name })
  return person
}

/** Finds a person by user name or id. Returns null if no person matches. */
export function findPerson(state: PinterestState, name: string): Person | null {
  return (
    state.people.get(name) ?? [...state.people.values()].find(({ username }) => username === name) ?? null
  )
}

/** Returns the user name of a person. For an unknown id, returns the id. */
export const usernameOf = (state: PinterestState, id: string): string => state.people.get(id)?.username ?? id

/** Returns the person to whom these tokens belong. */
export function personOf(state: PinterestState, { personId }: Access): Person {
  const person = state.people.get(personId)
  if (person === undefined) throw new Error(`There is no person with the id ${personId}.`)
  return person
}

/** Returns the account of a person in the JSON format of GET /v5/user_account. */
export function accountJson(state: PinterestState, person: Person): object {
  const boards = [...state.boards.values()].filter(({ ownerId }) => ownerId === person.id)
  const pins = [...state.pins.values()].filter(({ personId }) => personId === person.id)
  return {
    id: person.id,
    username: person.username,
    account_type: person.accountType,
    business_name: person.businessName,
    profile_image: `https://i.pinimg.com/600x600_R/${person.username}.jpg`,
    website_url: '',
    about: '',
    board_count: boards.length,
    pin_count: pins.length,
    follower_count: 0,
    following_count: 0,
    monthly_views: 0,
  }
}
