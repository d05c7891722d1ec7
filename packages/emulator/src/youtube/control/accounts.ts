import { ControlError, operation } from '../../framework/control/operations.js'
import { clickOn, locationOf } from '../../framework/pages/redirect.js'
import { findPerson, makeClient } from '../../google/clients.js'
import { tokenOperations } from '../../google/token-operations.js'
import { channelsOf, findChannel, makeChannel, makePerson } from '../people/people.js'
import type { Channel, Person } from '../records.js'
import { SCOPES } from '../sign-in/access.js'
import { decide } from '../sign-in/authorize.js'
import { makeAccessToken, makeRefreshToken, revokeAll } from '../sign-in/tokens.js'
import type { YoutubeState } from '../state.js'

/** @throws ControlError if no person has this name. The message lists the existing people. */
function mustFindPerson(state: YoutubeState, name: string): Person {
  const person = findPerson(state, name)
  if (person) return person
  const names = [...state.people.values()].map((one) => one.name)
  throw new ControlError(`There is no person called "${name}". Existing people: ${names.join(', ')}.`)
}

/** @throws ControlError if no channel has this name. The message lists the existing channels. */
function mustFindChannel(state: YoutubeState, name: string): Channel {
  const channel = findChannel(state, name)
  if (channel) return channel
  const titles = [...state.channels.values()].map(({ title }) => title)
  throw new ControlError(`There is no channel "${name}". Existing channels: ${titles.join(', ')}.`)
}

/** Returns the control operations for people, channels and sign-in. */
export function accountOperations(state: YoutubeState) {
  return {
    createClient: operation({
      does: 'Creates an OAuth client, as in the Cloud console.',
      takes: { redirectUris: 'texts' },
      run: ({ redirectUris }) => {
        const { clientId, clientSecret } = makeClient(state, redirectUris)
        return { clientId, clientSecret }
      },
    }),
    addPerson: operation({
      does: 'Creates a Google account with channels of these titles.',
      takes: { name: 'text', email: 'text?', channels: 'texts?' },
      run: ({ name, email, channels = [] }) => {
        const person = makePerson(state, { name, channels, ...(email !== undefined && { email }) })
        return { email: person.email, channels: channelsOf(state, person.email) }
      },
    }),
    addChannel: operation({
      does: 'Creates a channel of a person.',
      takes: { person: 'text', title: 'text' },
      run: ({ person, title }) => makeChannel(state, title, mustFindPerson(state, person).email),
    }),
    signIn: operation({
      does: 'Creates tokens without the sign-in page, for a person, one of their channels, and a new client.',
      takes: { person: 'text', channel: 'text?', scopes: 'texts?' },
      run: ({ person: name, channel, scopes }) => {
        const { email } = mustFindPerson(state, name)
        const channelIds = channelsOf(state, email).map(({ id }) => id)
        const client = makeClient(state, [])
        const consent = {
          clientId: client.clientId,
          email,
          channelIds: channel === undefined ? channelIds : [mustFindChannel(state, channel).id],
          scopes: scopes ?? [SCOPES.upload, SCOPES.read, SCOPES.all],
        }
        const token = makeAccessToken(state, consent)
        return {
          accessToken: token.token,
          refreshToken: makeRefreshToken(state, consent).token,
          expiresAt: token.expiresAt,
          scopes: consent.scopes,
          channelId: consent.channelIds[0] ?? null,
          clientId: client.clientId,
          clientSecret: client.clientSecret,
        }
      },
    }),
    approve: operation({
      does: 'Submits the form for the person: takes the URL of the approval page, returns the redirect URL.',
      takes: { url: 'text', person: 'text', channel: 'text?', without: 'texts?', deny: 'boolean?' },
      run: ({ url, person, channel, without = [], deny }) => {
        const params = clickOn(url, { person: mustFindPerson(state, person).email, deny })
        const scopes = (params.get('scope') ?? '').split(' ')
        for (const scope of scopes) if (!without.includes(scope)) params.append('granted', scope)
        if (channel !== undefined) params.set('channel', mustFindChannel(state, channel).id)
        return locationOf(decide(state, params), 'Google')
      },
    }),
    ...tokenOperations(state, {
      emailOf: (person) => mustFindPerson(state, person).email,
      revokeAll: (email) => revokeAll(state, email),
    }),
  }
}
