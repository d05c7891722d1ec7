import { ControlError, operation, foundPerson } from '../../framework/control/operations.js'
import { clickOn, locationOf } from '../../framework/pages/redirect.js'
import { pushEvent, removeAccess } from '../events.js'
import { addPerson, findPerson } from '../people.js'
import type { Access, Person } from '../records.js'
import type { RateRule } from '../settings.js'
import { decide } from '../sign-in/authorize.js'
import { makeAccess } from '../sign-in/tokens.js'
import type { TiktokState } from '../state.js'
import { complete } from '../videos/progress.js'

/**
 * Finds a person by user name or open id.
 * @throws ControlError if no person matches. The message lists the existing people.
 */
function mustFindPerson(state: TiktokState, name: string): Person {
  return foundPerson(findPerson(state, name), name, state.people.values())
}

function accessesOf(state: TiktokState, name: string | undefined): Access[] {
  const openId = name === undefined ? null : mustFindPerson(state, name).openId
  return state.accesses.filter((access) => openId === null || access.openId === openId)
}

/** Returns the control operations for the app, people, and granted permissions. */
export function accessOperations(state: TiktokState) {
  return {
    app: operation({
      does: 'Returns key and secret of the only app.',
      takes: {},
      reads: true,
      run: () => ({ clientKey: state.settings.clientKey, clientSecret: state.settings.clientSecret }),
    }),
    addPerson: operation({
      does: 'Adds a person.',
      takes: { username: 'text', displayName: 'text?', isPrivate: 'boolean?' },
      run: ({ username, displayName, isPrivate }) =>
        addPerson(state, {
          username,
          ...(displayName !== undefined && { displayName }),
          ...(isPrivate !== undefined && { isPrivate }),
        }),
    }),
    changePerson: operation({
      does: 'Makes an account private or public, or forbids a person to post.',
      takes: { person: 'text', isPrivate: 'boolean?', isBanned: 'boolean?' },
      run: ({ person: name, isPrivate, isBanned }) => {
        const person = mustFindPerson(state, name)
        if (isPrivate !== undefined) person.isPrivate = isPrivate
        if (isBanned !== undefined) person.isBanned = isBanned
      },
    }),
    signIn: operation({
      does: 'Creates tokens without the sign-in pages.',
      takes: { person: 'text', scopes: 'texts?' },
      run: ({ person: name, scopes = ['user.info.basic', 'video.upload', 'video.publish'] }) => {
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
      does: 'Ends access tokens early: all tokens, or those of a person. Their refresh tokens stay valid.',
      takes: { person: 'text?' },
      run: ({ person }) => {
        for (const access of accessesOf(state, person)) access.expiresAt = state.clock.now()
      },
    }),
    setAudited: operation({
      does: 'Sets whether TikTok has audited the app.',
      takes: { audited: 'boolean' },
      run: ({ audited }) => {
        state.settings = { ...state.settings, audited }
      },
    }),
    setCaps: operation({
      does: 'Sets the limits per 24 hours: posts, unfinished drafts, and people who post while the app is not audited.',
      takes: { postsPerDay: 'number?', pendingDrafts: 'number?', activePeople: 'number?' },
      run: (caps) => {
        const given = Object.fromEntries(Object.entries(caps).filter(([, value]) => value !== undefined))
        state.settings = { ...state.settings, ...given }
      },
    }),
    setRate: operation({
      does: 'Sets the number of requests per minute of a rule: profileInit, draftsInit, status, creatorInfo, userInfo.',
      takes: { rule: 'text', requests: 'number' },
      run: ({ rule, requests }) => {
        const { rates } = state.settings
        if (!Object.hasOwn(rates, rule))
          throw new ControlError(`"${rule}" is not a rule. Rules: ${Object.keys(rates).join(', ')}.`)
        // safe cast: Object.hasOwn above guarantees that `rule` is a key of `rates`
        state.settings = { ...state.settings, rates: { ...rates, [rule as RateRule]: requests } }
      },
    }),
    setWebhook: operation({
      does: 'Sets the target URL of events. Without a URL, events are not pushed.',
      takes: { url: 'text?' },
      run: ({ url }) => {
        state.settings = { ...state.settings, webhookUrl: url ?? null }
      },
    }),
    pushEvent: operation({
      does: 'Queues any event. `content` is an object as JSON text.',
      takes: { event: 'text', person: 'text?', content: 'text?' },
      run: ({ event, person, content }) => {
        const openId = person === undefined ? null : mustFindPerson(state, person).openId
        const facts: unknown = JSON.parse(content ?? '{}')
        pushEvent(state, event, { openId, content: facts })
      },
    }),
    deliverEvents: operation({
      does: 'Pushes waiting events: a number of copies of each, in reverse order if requested. With `again`, delivered events too.',
      takes: { copies: 'number?', reversed: 'boolean?', again: 'boolean?' },
      run: async ({ copies, reversed, again }) => {
        complete(state)
        await Promise.all(state.pushing)
        const order = reversed === true ? 'REVERSED' : 'AS_QUEUED'
        const attempts = await state.sender.flush({ copies: copies ?? 1, order, again: again ?? false })
        return attempts.map(({ push, attempt, status }) => ({ body: String(push.body), attempt, status }))
      },
    }),
  }
}
