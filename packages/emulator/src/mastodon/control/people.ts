import { ControlError, operation, unknownName } from '../../framework/control/operations.js'
import { notify } from '../inbox/notify.js'
import { acctOf, addPerson, findPerson, setFollow } from '../people/people.js'
import type { LoginState, Person, Status, Visibility } from '../records.js'
import type { MastodonState } from '../state.js'
import { castVote } from '../statuses/polls/polls.js'
import { changeText } from '../statuses/posting/edits.js'
import { dropStatus } from '../statuses/posting/keep-status.js'
import { boostStatus, favouriteStatus, publishStatus } from '../statuses/posting/publish-status.js'

/**
 * Finds a person by name or id. The host can be omitted if the name is unique.
 *
 * @throws ControlError with all known people if the person is unknown.
 */
export function mustFindPerson(state: MastodonState, name: string): Person {
  const person = findPerson(state, name)
  if (person !== null) return person
  const [only, another] = [...state.people.values()].filter(({ username }) => username === name)
  if (only !== undefined && another === undefined) return only
  const names = [...state.people.values()].map((one) => acctOf(one))
  throw unknownName(name, names)
}

/** Finds a status by id. @throws ControlError for an unknown id. */
export function mustFindStatus(state: MastodonState, id: string): Status {
  const status = state.statuses.get(id)
  if (status === undefined) throw new ControlError(`There is no status "${id}".`)
  return status
}

function toVisibility(text: string | undefined): Visibility {
  switch (text) {
    case undefined:
      return 'public'
    case 'public':
    case 'unlisted':
    case 'private':
    case 'direct':
      return text
    default:
      throw new ControlError(`"${text}" is not a visibility. Use public, unlisted, private or direct.`)
  }
}

function toLogin(text: string): LoginState {
  if (text === 'OK' || text === 'DISABLED' || text === 'UNCONFIRMED' || text === 'PENDING') return text
  throw new ControlError(`"${text}" is not a login state. Use OK, DISABLED, UNCONFIRMED or PENDING.`)
}

/** Adds a mention of the person to the start of a text. */
const greet = (person: Person, text: string): string => `@${acctOf(person)} ${text}`

/**
 * Creates the control operations that act as other people: post, reply, mention, message, follow,
 * like, boost, quote.
 */
export function socialOperations(state: MastodonState) {
  const person = (name: string): Person => mustFindPerson(state, name)
  const status = (id: string): Status => mustFindStatus(state, id)
  const author = ({ personId }: Status): Person => person(personId)
  return {
    post: operation({
      does: 'A person posts.',
      takes: { by: 'text', text: 'text', visibility: 'text?', replyTo: 'text?', spoilerText: 'text?' },
      run: ({ by, text, visibility, replyTo, spoilerText }) => {
        const made = publishStatus(state, {
          person: person(by),
          text,
          visibility: toVisibility(visibility),
          replyTo: replyTo === undefined ? null : status(replyTo),
          ...(spoilerText !== undefined && { spoilerText }),
        })
        return { id: made.id }
      },
    }),
    comment: operation({
      does: 'A person replies to a status. Its author is mentioned and notified.',
      takes: { by: 'text', on: 'text', text: 'text', visibility: 'text?', filtered: 'boolean?' },
      run: ({ by, on, text, visibility, filtered }) => {
        const parent = status(on)
        const made = publishStatus(state, {
          person: person(by),
          text: greet(author(parent), text),
          visibility: toVisibility(visibility),
          replyTo: parent,
          ...(filtered !== undefined && { filtered }),
        })
        return { id: made.id }
      },
    }),
    mention: operation({
      does: 'A person mentions another person in a post of their own. `filtered` holds the notification back, as a notification policy does.',
      takes: { by: 'text', of: 'text', text: 'text', visibility: 'text?', filtered: 'boolean?' },
      run: ({ by, of, text, visibility, filtered }) => {
        const made = publishStatus(state, {
          person: person(by),
          text: greet(person(of), text),
          visibility: toVisibility(visibility),
          ...(filtered !== undefined && { filtered }),
        })
        return { id: made.id }
      },
    }),
    message: operation({
      does: 'A person sends a private message to people. `replyTo` continues the conversation of that status.',
      takes: { by: 'text', to: 'texts', text: 'text', replyTo: 'text?' },
      run: ({ by, to, text, replyTo }) => {
        const made = publishStatus(state, {
          person: person(by),
          text: `${to.map((name) => `@${acctOf(person(name))}`).join(' ')} ${text}`,
          visibility: 'direct',
          replyTo: replyTo === undefined ? null : status(replyTo),
        })
        return { id: made.id }
      },
    }),
    quote: operation({
      does: 'A person quotes a status.',
      takes: { by: 'text', on: 'text', text: 'text' },
      run: ({ by, on, text }) => {
        const quote = { statusId: status(on).id, state: 'accepted' as const }
        return { id: publishStatus(state, { person: person(by), text, visibility: 'public', quote }).id }
      },
    }),
    favourite: operation({
      does: 'A person likes a status.',
      takes: { by: 'text', on: 'text' },
      run: ({ by, on }) => favouriteStatus(state, person(by), status(on)),
    }),
    boost: operation({
      does: 'A person boosts a status.',
      takes: { by: 'text', on: 'text' },
      run: ({ by, on }) => ({ id: boostStatus(state, person(by), status(on)).id }),
    }),
    edit: operation({
      does: 'The author of a status edits its text. People who boosted or quoted it are notified.',
      takes: { id: 'text', text: 'text' },
      run: ({ id, text }) => changeText(state, status(id), text),
    }),
    vote: operation({
      does: 'A person votes in the poll of a status. `choices` are positions, counted from 0.',
      takes: { by: 'text', on: 'text', choices: 'texts' },
      run: ({ by, on, choices }) => castVote(state, person(by), status(on), choices.map(Number)),
    }),
    deleteStatus: operation({
      does: 'A status is deleted by its author, or by the server.',
      takes: { id: 'text' },
      run: ({ id }) => dropStatus(state, status(id)),
    }),
    follow: operation({
      does: 'A person follows another person.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) => {
        if (setFollow(state, person(by).id, person(whom).id, true))
          notify(state, person(whom), { type: 'follow', from: person(by), statusId: null })
      },
    }),
    unfollow: operation({
      does: 'A person unfollows another person, without a notification.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) => void setFollow(state, person(by).id, person(whom).id, false),
    }),
    block: operation({
      does: 'A person blocks another person. Both stop following each other.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) => {
        const [blocker, blocked] = [person(by).id, person(whom).id]
        state.blocks.add(`${blocker} ${blocked}`)
        setFollow(state, blocker, blocked, false)
        setFollow(state, blocked, blocker, false)
      },
    }),
    unblock: operation({
      does: 'A person removes a block.',
      takes: { by: 'text', person: 'text' },
      run: ({ by, person: whom }) => void state.blocks.delete(`${person(by).id} ${person(whom).id}`),
    }),
    notify: operation({
      does: 'A person receives another notification, such as `admin.report` or an unknown kind.',
      takes: { person: 'text', type: 'text', by: 'text?', about: 'text?' },
      run: ({ person: whom, type, by, about }) => {
        const from = by === undefined ? null : person(by)
        const made = notify(state, person(whom), { type, from, statusId: about ?? null })
        return { id: made?.id ?? null }
      },
    }),
    addPerson: operation({
      does: 'Adds a person, at this server or, with `host`, at another one.',
      takes: { username: 'text', host: 'text?', displayName: 'text?' },
      run: ({ username, host, displayName }) => {
        const made = addPerson(state, {
          username,
          ...(host !== undefined && { host }),
          ...(displayName !== undefined && { displayName }),
        })
        return { id: made.id, acct: acctOf(made) }
      },
    }),
    changePerson: operation({
      does: 'Changes a person: the state of the login, the default settings of posts, the picture.',
      takes: {
        person: 'text',
        login: 'text?',
        displayName: 'text?',
        silenced: 'boolean?',
        hasAvatar: 'boolean?',
        defaultVisibility: 'text?',
        defaultSensitive: 'boolean?',
        defaultLanguage: 'text?',
      },
      run: ({ person: name, ...changes }) => {
        const found = person(name)
        if (changes.login !== undefined) found.login = toLogin(changes.login)
        if (changes.defaultVisibility !== undefined)
          found.defaultVisibility = toVisibility(changes.defaultVisibility)
        found.displayName = changes.displayName ?? found.displayName
        found.silenced = changes.silenced ?? found.silenced
        found.hasAvatar = changes.hasAvatar ?? found.hasAvatar
        found.defaultSensitive = changes.defaultSensitive ?? found.defaultSensitive
        found.defaultLanguage = changes.defaultLanguage ?? found.defaultLanguage
      },
    }),
  }
}
