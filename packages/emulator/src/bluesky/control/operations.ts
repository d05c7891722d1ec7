import { ControlError, operation } from '../../framework/control/operations.js'
import { addPerson } from '../people/people.js'
import { parentOf } from '../repository/write-record.js'
import { makeSession } from '../sign-in/sessions.js'
import type { BlueskyState, Person } from '../state.js'
import { mustFindPerson, socialOperations } from './people.js'

/** Describes the state of the network for the control page, without secrets. */
function describe(state: BlueskyState) {
  const handleOf = (did: string): string => state.people.get(did)?.handle ?? did
  return {
    people: [...state.people.values()].map(({ did, handle, displayName, status }) => ({
      did,
      handle,
      displayName,
      status,
    })),
    posts: [...state.records.values()]
      .filter(({ collection }) => collection === 'app.bsky.feed.post')
      .slice(-100)
      .map((record) => ({
        uri: record.uri,
        by: handleOf(record.did),
        text: record.value['text'],
        createdAt: record.value['createdAt'],
        replyTo: parentOf(record),
        embed: record.value['embed'] ?? null,
      })),
    convos: [...state.convos.values()].map(({ id, members, group, messages }) => ({
      id,
      group: group && group.name,
      members: members.map(handleOf),
      messages: messages.map(({ id: messageId, did, text }) => ({
        id: messageId,
        by: did === null ? null : handleOf(did),
        text,
      })),
    })),
    sessions: state.sessions.length,
  }
}

/** Creates all control operations of Bluesky. */
export function blueskyOperations(state: BlueskyState) {
  const person = (name: string): Person => mustFindPerson(state, name)
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are omitted.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...socialOperations(state),
    addPerson: operation({
      does: 'Adds a person.',
      takes: { handle: 'text', displayName: 'text?' },
      run: ({ handle, displayName }) => {
        const { did } = addPerson(state, { handle, ...(displayName !== undefined && { displayName }) })
        return { did }
      },
    }),
    changePerson: operation({
      does: 'Changes a person: handle, name, picture, or the state of the account (ACTIVE, TAKENDOWN, DEACTIVATED).',
      takes: {
        person: 'text',
        handle: 'text?',
        displayName: 'text?',
        hasAvatar: 'boolean?',
        status: 'text?',
      },
      run: ({ person: name, handle, displayName, hasAvatar, status }) => {
        const found = person(name)
        if (status !== undefined && status !== 'ACTIVE' && status !== 'TAKENDOWN' && status !== 'DEACTIVATED')
          throw new ControlError(`"${status}" is not a state of an account.`)
        found.handle = handle ?? found.handle
        found.displayName = displayName ?? found.displayName
        found.hasAvatar = hasAvatar ?? found.hasAvatar
        found.status = status ?? found.status
      },
    }),
    signIn: operation({
      does: 'Creates a session without a sign-in. It allows direct messages by default.',
      takes: { person: 'text', directMessages: 'boolean?' },
      run: ({ person: name, directMessages = true }) => {
        const { did, appPasswords } = person(name)
        const key = appPasswords.find(({ privileged }) => privileged === directMessages)
        if (!key) throw new ControlError(`${name} has no such app password.`)
        const { accessJwt, refreshJwt } = makeSession(state, did, key)
        return { did, accessToken: accessJwt, refreshToken: refreshJwt }
      },
    }),
    revokeAppPasswords: operation({
      does: 'A person revokes all app passwords. Sessions cannot be refreshed. Access tokens stay valid until they expire.',
      takes: { person: 'text' },
      run: ({ person: name }) => {
        person(name).appPasswords = []
      },
    }),
    failVideos: operation({
      does: 'The processing of the next videos fails.',
      takes: { count: 'number' },
      run: ({ count }) => {
        state.failingVideos = count
      },
    }),
    forgetVideos: operation({
      does: 'The video service forgets every job: status queries fail, and each upload is a new video.',
      takes: {},
      run: () => {
        state.jobs.clear()
      },
    }),
  }
}

/** Type of the control operations of Bluesky. */
export type BlueskyOperations = ReturnType<typeof blueskyOperations>
