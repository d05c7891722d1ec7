import { ControlError, operation, unknownName } from '../../framework/control/operations.js'
import { addMessage, convoOf } from '../chat/chat.js'
import { findPerson } from '../people/people.js'
import { deleteRecord, notify, rootOf, writeRecord } from '../repository/write-record.js'
import type { BlueskyState, Person, StoredRecord } from '../state.js'

/**
 * Finds a person by name, handle or DID.
 *
 * @throws ControlError with all known people if the person is unknown.
 */
export function mustFindPerson(state: BlueskyState, name: string): Person {
  const person = findPerson(state, name)
  if (person) return person
  const names = [...state.people.values()].map(({ handle }) => handle)
  throw unknownName(name, names)
}

function mustFindRecord(state: BlueskyState, uri: string): StoredRecord {
  const record = state.records.get(uri)
  if (!record) throw new ControlError(`There is no record "${uri}".`)
  return record
}

const refOf = ({ uri, cid }: StoredRecord) => ({ uri, cid })

/**
 * Creates the control operations that act as other people: post, reply, mention, like, repost,
 * quote, follow, block, message.
 */
export function socialOperations(state: BlueskyState) {
  const person = (name: string): Person => mustFindPerson(state, name)
  const record = (uri: string): StoredRecord => mustFindRecord(state, uri)
  const now = (createdAt?: string): string => createdAt ?? state.clock.now().toISOString()
  const write = (by: string, collection: string, value: Readonly<Record<string, unknown>>) => {
    const { uri, cid } = writeRecord(state, {
      did: person(by).did,
      collection,
      value: { $type: collection, ...value },
    })
    return { uri, cid }
  }
  const post = (by: string, text: string, more: Readonly<Record<string, unknown>> = {}) =>
    write(by, 'app.bsky.feed.post', { text, createdAt: now(), langs: ['en'], ...more })
  return {
    post: operation({
      does: 'A person posts.',
      takes: { by: 'text', text: 'text' },
      run: ({ by, text }) => post(by, text),
    }),
    comment: operation({
      does: 'A person replies to a post.',
      takes: { by: 'text', on: 'text', text: 'text' },
      run: ({ by, on, text }) => {
        const parent = record(on)
        const root = state.records.get(rootOf(parent) ?? '') ?? parent
        return post(by, text, { reply: { root: refOf(root), parent: refOf(parent) } })
      },
    }),
    mention: operation({
      does: 'A person mentions another person in a post of their own.',
      takes: { by: 'text', of: 'text', text: 'text' },
      run: ({ by, of, text }) => {
        const { did, handle } = person(of)
        const whole = `@${handle} ${text}`
        const features = [{ $type: 'app.bsky.richtext.facet#mention', did }]
        return post(by, whole, {
          facets: [{ index: { byteStart: 0, byteEnd: Buffer.byteLength(`@${handle}`) }, features }],
        })
      },
    }),
    quote: operation({
      does: 'A person quotes a post.',
      takes: { by: 'text', on: 'text', text: 'text' },
      run: ({ by, on, text }) =>
        post(by, text, { embed: { $type: 'app.bsky.embed.record', record: refOf(record(on)) } }),
    }),
    like: operation({
      does: 'A person likes a post. `createdAt` is the time stored in the like.',
      takes: { by: 'text', on: 'text', createdAt: 'text?' },
      run: ({ by, on, createdAt }) =>
        write(by, 'app.bsky.feed.like', { subject: refOf(record(on)), createdAt: now(createdAt) }),
    }),
    repost: operation({
      does: 'A person reposts a post.',
      takes: { by: 'text', on: 'text' },
      run: ({ by, on }) =>
        write(by, 'app.bsky.feed.repost', { subject: refOf(record(on)), createdAt: now() }),
    }),
    follow: operation({
      does: 'A person follows another person.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) =>
        write(by, 'app.bsky.graph.follow', { subject: person(whom).did, createdAt: now() }),
    }),
    notify: operation({
      does: 'A person receives a notification about a record for another reason, such as `like-via-repost` or an unknown one.',
      takes: { person: 'text', about: 'text', reason: 'text' },
      run: ({ person: whom, about, reason }) =>
        notify(state, record(about), { did: person(whom).did, reason }),
    }),
    deleteRecord: operation({
      does: 'The author of a post, like or repost deletes it.',
      takes: { uri: 'text' },
      run: ({ uri }) => {
        if (!deleteRecord(state, uri)) mustFindRecord(state, uri)
      },
    }),
    block: operation({
      does: 'A person blocks another person.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) => void state.blocks.add(`${person(by).did} ${person(whom).did}`),
    }),
    unblock: operation({
      does: 'A person removes a block.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) => void state.blocks.delete(`${person(by).did} ${person(whom).did}`),
    }),
    limitReplies: operation({
      does: 'An author forbids replies to a post. The server still accepts replies, and they are never shown.',
      takes: { on: 'text' },
      run: ({ on }) => void state.gated.add(record(on).uri),
    }),
    limitQuotes: operation({
      does: 'An author forbids quotes of a post.',
      takes: { on: 'text' },
      run: ({ on }) => void state.unquotable.add(record(on).uri),
    }),
    message: operation({
      does: 'A person sends a private message.',
      takes: { by: 'text', to: 'text', text: 'text' },
      run: ({ by, to, text }) => {
        const convo = convoOf(state, [person(by).did, person(to).did])
        return { convoId: convo.id, id: addMessage(state, convo, { did: person(by).did, text }).id }
      },
    }),
    deleteMessage: operation({
      does: 'A private message is deleted.',
      takes: { convoId: 'text', id: 'text' },
      run: ({ convoId, id }) => {
        const message = state.convos.get(convoId)?.messages.find((one) => one.id === id)
        if (!message) throw new ControlError(`There is no message "${id}" in "${convoId}".`)
        message.deleted = true
      },
    }),
    systemMessage: operation({
      does: 'A system message appears in a conversation, without a sender.',
      takes: { convoId: 'text' },
      run: ({ convoId }) => {
        const convo = state.convos.get(convoId)
        if (!convo) throw new ControlError(`There is no conversation "${convoId}".`)
        return { id: addMessage(state, convo, { did: null, text: '' }).id }
      },
    }),
  }
}
