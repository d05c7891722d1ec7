import { operation, foundPerson } from '../../framework/control/operations.js'
import { clickOn, locationOf } from '../../framework/pages/redirect.js'
import { pushEvent, removeAccess } from '../events.js'
import { addPerson, findPerson } from '../people.js'
import type { Access, EventType, Person } from '../records.js'
import { decide } from '../sign-in/authorize.js'
import { makeAccess } from '../sign-in/tokens.js'
import type { BusinessState } from '../state.js'

const DEFAULT_SCOPES = ['user.info.basic', 'video.list', 'comment.list', 'comment.list.manage']

/**
 * Finds an account by user name or open id.
 * @throws ControlError if no account matches. The message lists the existing accounts.
 */
export function mustFindPerson(state: BusinessState, name: string): Person {
  return foundPerson(findPerson(state, name), name, state.people.values())
}

function accessesOf(state: BusinessState, name: string | undefined): Access[] {
  const openId = name === undefined ? null : mustFindPerson(state, name).openId
  return state.accesses.filter((access) => openId === null || access.openId === openId)
}

/** Returns the control operations for the app, accounts, and granted permissions. */
export function accessOperations(state: BusinessState) {
  return {
    app: operation({
      does: 'Returns id and secret of the only app.',
      takes: {},
      reads: true,
      run: () => ({ appId: state.settings.appId, appSecret: state.settings.appSecret }),
    }),
    addPerson: operation({
      does: 'Adds an account.',
      takes: { username: 'text', displayName: 'text?', isBusiness: 'boolean?' },
      run: ({ username, displayName, isBusiness }) =>
        addPerson(state, {
          username,
          ...(displayName !== undefined && { displayName }),
          ...(isBusiness !== undefined && { isBusiness }),
        }),
    }),
    signIn: operation({
      does: 'Creates tokens without the sign-in pages.',
      takes: { person: 'text', scopes: 'texts?' },
      run: ({ person: name, scopes = DEFAULT_SCOPES }) => {
        const { openId } = mustFindPerson(state, name)
        const { accessToken, refreshToken, expiresAt } = makeAccess(state, { openId, scopes })
        return { accessToken, refreshToken, expiresAt, openId, scopes }
      },
    }),
    approve: operation({
      does: 'Submits the form for the person: takes the URL of the sign-in page, returns the redirect URL.',
      takes: { url: 'text', person: 'text', deny: 'boolean?', untick: 'texts?' },
      run: ({ url, person, deny, untick = [] }) => {
        const params = clickOn(url, { person, deny })
        for (const scope of (params.get('scope') ?? '').split(','))
          if (!untick.includes(scope)) params.append('allow', scope)
        return locationOf(decide(state, params), 'TikTok')
      },
    }),
    removeAccess: operation({
      does: 'A person removes the app from their account: tokens become invalid, and the event is pushed. Default reason: 1.',
      takes: { person: 'text', reason: 'number?' },
      run: ({ person, reason }) => removeAccess(state, mustFindPerson(state, person).openId, reason ?? 1),
    }),
    expireTokens: operation({
      does: 'Ends access tokens early: all tokens, or those of a person. With refresh, their refresh tokens too.',
      takes: { person: 'text?', refresh: 'boolean?' },
      run: ({ person, refresh }) => {
        for (const access of accessesOf(state, person)) {
          access.expiresAt = state.clock.now()
          if (refresh === true) access.refreshExpiresAt = state.clock.now()
        }
      },
    }),
    setWebhook: operation({
      does: 'Sets the target URL of comment events, like the three webhook calls. Without a URL, events are not pushed.',
      takes: { url: 'text?' },
      run: ({ url }) => {
        if (url === undefined) state.subscriptions.delete('COMMENT')
        else state.subscriptions.set('COMMENT', { callbackUrl: url, itemList: new Set() })
      },
    }),
    pushEvent: operation({
      does: 'Queues any event. `content` is an object as JSON text. Strings in it with a leading # become numbers.',
      takes: { event: 'text', person: 'text?', content: 'text?', type: 'text?' },
      run: ({ event, person, content, type }) => {
        const openId = person === undefined ? null : mustFindPerson(state, person).openId
        const facts: unknown = JSON.parse(content ?? '{}')
        // safe cast: for an unknown type, pushEvent finds no subscription and sends nothing
        pushEvent(state, event, { type: (type as EventType | undefined) ?? null, openId, content: facts })
      },
    }),
    deliverEvents: operation({
      does: 'Pushes waiting events: a number of copies of each, in reverse order if requested.',
      takes: { copies: 'number?', reversed: 'boolean?' },
      run: async ({ copies, reversed }) => {
        await Promise.all(state.pushing)
        const order = reversed === true ? 'REVERSED' : 'AS_QUEUED'
        const attempts = await state.sender.flush({ copies: copies ?? 1, order })
        return attempts.map(({ push, attempt, status }) => ({ body: String(push.body), attempt, status }))
      },
    }),
  }
}
