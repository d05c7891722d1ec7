import { operation, foundPerson, choiceOf } from '../../framework/control/operations.js'
import { clickOn, locationOf } from '../../framework/pages/redirect.js'
import { addPerson, findPerson } from '../people/people.js'
import type { Access, Person, Subscription } from '../records.js'
import type { XPlan, XSettings } from '../settings.js'
import { decide } from '../sign-in/authorize.js'
import { makeAccess } from '../sign-in/tokens.js'
import type { XState } from '../state.js'
import { REFUSALS } from '../wire/problems.js'

/**
 * Finds a person by handle. @throws ControlError with the known people if the handle is unknown.
 */
export function mustFindPerson(state: XState, name: string): Person {
  return foundPerson(findPerson(state, name), name, state.people.values())
}

function accessesOf(state: XState, name: string | undefined): Access[] {
  const id = name === undefined ? null : mustFindPerson(state, name).id
  return state.accesses.filter(({ personId }) => id === null || personId === id)
}

const PLANS: readonly XPlan[] = ['PAY_PER_USE', 'ENTERPRISE', 'NOT_ENROLLED']
const SUBSCRIPTIONS: readonly Subscription[] = ['None', 'Basic', 'Premium', 'PremiumPlus']
const DEFAULT_SCOPES = [
  'tweet.read',
  'tweet.write',
  'users.read',
  'media.write',
  'offline.access',
  'like.read',
  'like.write',
  'dm.read',
  'dm.write',
  'tweet.moderate.write',
]

/** Creates the control operations for the app, people, and granted permissions. */
export function accessOperations(state: XState) {
  const set = (changes: Readonly<Record<string, unknown>>): void => {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    state.settings = { ...state.settings, ...given } satisfies XSettings
  }
  return {
    app: operation({
      does: 'Returns id and secret of the only app. A public client has no secret.',
      takes: {},
      reads: true,
      run: () => ({ clientId: state.settings.clientId, clientSecret: state.settings.clientSecret }),
    }),
    addPerson: operation({
      does: 'Adds a person: subscription None, Basic, Premium or PremiumPlus.',
      takes: { username: 'text', name: 'text?', subscription: 'text?', allowsTags: 'boolean?' },
      run: ({ username, name, subscription, allowsTags }) => {
        const { id } = addPerson(state, {
          username,
          ...(name !== undefined && { name }),
          ...(subscription !== undefined && { subscription: choiceOf(subscription, SUBSCRIPTIONS) }),
          ...(allowsTags !== undefined && { allowsTags }),
        })
        return { id, username }
      },
    }),
    closeMessages: operation({
      does: 'A person closes or opens their direct messages.',
      takes: { person: 'text', open: 'boolean?' },
      run: ({ person, open }) => {
        mustFindPerson(state, person).receivesMessages = open ?? false
      },
    }),
    joinCommunity: operation({
      does: 'A person joins a community, by its id.',
      takes: { person: 'text', community: 'text' },
      run: ({ person, community }) => void mustFindPerson(state, person).communities.add(community),
    }),
    signIn: operation({
      does: 'Creates tokens without the sign-in page. Default: the default scopes.',
      takes: { person: 'text', scopes: 'texts?' },
      run: ({ person, scopes = DEFAULT_SCOPES }) => {
        const { id } = mustFindPerson(state, person)
        const { accessToken, refreshToken, expiresAt } = makeAccess(state, { personId: id, scopes })
        return { accessToken, refreshToken, expiresAt, personId: id, scopes }
      },
    }),
    approve: operation({
      does: 'Submits the form for the person: takes the URL of the sign-in page, returns the redirect URL.',
      takes: { url: 'text', person: 'text', deny: 'boolean?' },
      run: ({ url, person, deny }) => locationOf(decide(state, clickOn(url, { person, deny })), 'X'),
    }),
    removeAccess: operation({
      does: 'A person removes the app from their account: its tokens become invalid, and the app is not notified.',
      takes: { person: 'text' },
      run: ({ person }) => {
        for (const access of accessesOf(state, person)) access.revoked = true
      },
    }),
    expireTokens: operation({
      does: 'Ends access tokens early: all tokens, or those of a person. Their refresh tokens stay valid.',
      takes: { person: 'text?' },
      run: ({ person }) => {
        for (const access of accessesOf(state, person)) access.expiresAt = state.clock.now()
      },
    }),
    setPlan: operation({
      does: 'Sets the plan of the app: PAY_PER_USE, ENTERPRISE or NOT_ENROLLED.',
      takes: { plan: 'text' },
      run: ({ plan }) => set({ plan: choiceOf(plan, PLANS) }),
    }),
    setCredits: operation({
      does: 'Sets the remaining credit in thousandths of a dollar, and the number of posts that may be read in the billing cycle.',
      takes: { credits: 'number?', postReads: 'number?' },
      run: ({ credits, postReads }) => set({ credits, postReads }),
    }),
    setRate: operation({
      does: 'Sets the number of requests of a route ("POST /2/tweets") in 15 minutes, or with "day POST /2/tweets" in 24 hours.',
      takes: { route: 'text', requests: 'number' },
      run: ({ route, requests }) => set({ rates: { ...state.settings.rates, [route]: requests } }),
    }),
    setDelays: operation({
      does: 'Sets the number of seconds before posts appear in timelines, mentions and search, and the processing time of files.',
      takes: {
        timelineDelaySeconds: 'number?',
        mentionsDelaySeconds: 'number?',
        searchDelaySeconds: 'number?',
        pendingSeconds: 'number?',
        processSeconds: 'number?',
      },
      run: (delays) => set(delays),
    }),
    refuseNext: operation({
      does: `Refuses the next calls, or those of one route, before they take effect: ${Object.keys(REFUSALS).join(', ')}.`,
      takes: { refusal: 'text', route: 'text?', count: 'number?' },
      run: ({ refusal, route, count }) => {
        const name = choiceOf(refusal, Object.keys(REFUSALS))
        state.planned = [...state.planned, { name, route: route ?? null, left: count ?? 1 }]
      },
    }),
  }
}
