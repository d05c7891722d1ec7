import type { Channel, Person } from '../records.js'
import type { GoogleAccountSetup } from '../settings.js'
import type { YoutubeState } from '../state.js'

/** Returns the handle for a title: `@adamakesbread` for `Ada Makes Bread`. */
const toHandle = (title: string): string => `@${title.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')}`

export function makeChannel(state: YoutubeState, title: string, owner: string | null): Channel {
  const channel = {
    id: `UC${state.seed.token('channel', 22)}`,
    title,
    handle: toHandle(title),
    owner,
    createdAt: state.clock.now(),
  }
  state.channels.set(channel.id, channel)
  return channel
}

/** Creates a person with a Google account, and the channels in `setup`. */
export function makePerson(state: YoutubeState, setup: GoogleAccountSetup): Person {
  const email = setup.email ?? `${toHandle(setup.name).slice(1)}@example.com`
  const person = { name: setup.name, email }
  state.people.set(email, person)
  for (const title of setup.channels ?? []) makeChannel(state, title, email)
  return person
}

/** Returns the channels of a person, oldest first. */
export function channelsOf(state: YoutubeState, email: string): readonly Channel[] {
  return [...state.channels.values()].filter(({ owner }) => owner === email)
}

/** Finds a channel by id, title or handle. Upper and lower case of the title are ignored. */
export function findChannel(state: YoutubeState, name: string): Channel | null {
  const wanted = name.toLowerCase()
  const fits = ({ id, title, handle }: Channel): boolean =>
    id === name || title.toLowerCase() === wanted || handle === wanted || handle === `@${wanted}`
  return [...state.channels.values()].find(fits) ?? null
}
