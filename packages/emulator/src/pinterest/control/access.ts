import { operation, foundPerson, choiceOf } from '../../framework/control/operations.js'
import { clickOn, locationOf } from '../../framework/pages/redirect.js'
import { addPerson, findPerson } from '../people.js'
import type { Access, Person } from '../records.js'
import type { PinterestSettings } from '../settings.js'
import { KNOWN_SCOPES } from '../sign-in/access.js'
import { approveScopes, decide } from '../sign-in/authorize.js'
import { makeAccess } from '../sign-in/tokens.js'
import type { PinterestState } from '../state.js'
import { REFUSALS } from '../wire/refusals.js'

/**
 * Finds a person by user name or id.
 * @throws ControlError if no person matches. The message lists the existing people.
 */
export function mustFindPerson(state: PinterestState, name: string): Person {
  return foundPerson(findPerson(state, name), name, state.people.values())
}

function accessesOf(state: PinterestState, name: string | undefined): Access[] {
  const id = name === undefined ? null : mustFindPerson(state, name).id
  return state.accesses.filter(({ personId }) => id === null || personId === id)
}

const DEFAULT_SCOPES = [...KNOWN_SCOPES].filter((scope) => !scope.endsWith('_secret'))

/** Returns the control operations for the app, people, and granted permissions. */
export function accessOperations(state: PinterestState) {
  const set = (changes: Partial<PinterestSettings>): void => {
    state.settings = { ...state.settings, ...changes }
  }
  return {
    app: operation({
      does: 'Returns id and secret of the only app.',
      takes: {},
      reads: true,
      run: () => ({ clientId: state.settings.clientId, clientSecret: state.settings.clientSecret }),
    }),
    addPerson: operation({
      does: 'Adds a person with a board.',
      takes: { username: 'text', businessName: 'text?', boards: 'texts?' },
      run: ({ username, businessName, boards }) =>
        addPerson(state, {
          username,
          ...(businessName !== undefined && { businessName, accountType: 'BUSINESS' as const }),
          ...(boards && { boards }),
        }),
    }),
    flagAsSpam: operation({
      does: 'Pinterest marks the account as spam, or removes the mark.',
      takes: { person: 'text', isFlagged: 'boolean?' },
      run: ({ person, isFlagged }) => {
        mustFindPerson(state, person).isFlagged = isFlagged ?? true
      },
    }),
    signIn: operation({
      does: 'Creates tokens without the sign-in page. Default: the default scopes.',
      takes: { person: 'text', scopes: 'texts?' },
      run: ({ person: name, scopes = DEFAULT_SCOPES }) => {
        const person = mustFindPerson(state, name)
        approveScopes(state, person, scopes)
        const access = makeAccess(state, { personId: person.id, isContinuous: true, scopes })
        const { accessToken, refreshToken, expiresAt, refreshExpiresAt } = access
        return {
          accessToken,
          refreshToken: refreshToken ?? '',
          expiresAt,
          refreshExpiresAt,
          personId: person.id,
          scopes,
        }
      },
    }),
    approve: operation({
      does: 'Submits the form for the person: takes the URL of the sign-in page, returns the redirect URL.',
      takes: { url: 'text', person: 'text', deny: 'boolean?' },
      run: ({ url, person, deny }) => locationOf(decide(state, clickOn(url, { person, deny })), 'Pinterest'),
    }),
    removeAccess: operation({
      does: 'A person removes the app from their account: its tokens become invalid, and the app is not notified.',
      takes: { person: 'text' },
      run: ({ person }) => {
        for (const access of accessesOf(state, person)) access.revoked = true
        state.approved.delete(mustFindPerson(state, person).id)
      },
    }),
    expireTokens: operation({
      does: 'Ends access tokens early: all tokens, or those of a person. With `refresh`, their refresh tokens too.',
      takes: { person: 'text?', refresh: 'boolean?' },
      run: ({ person, refresh }) => {
        const now = state.clock.now()
        for (const access of accessesOf(state, person)) {
          access.expiresAt = now
          if (refresh === true) access.refreshExpiresAt = now
        }
      },
    }),
    setAccess: operation({
      does: 'Sets the access level of the app (STANDARD, TRIAL or NONE), and the result of pins with Trial access: REFUSED or OWNER_ONLY.',
      takes: { access: 'text', trialPins: 'text?' },
      run: ({ access, trialPins }) =>
        set({
          access: choiceOf(access, ['STANDARD', 'TRIAL', 'NONE']),
          trialPins: choiceOf(trialPins ?? state.settings.trialPins, ['REFUSED', 'OWNER_ONLY']),
        }),
    }),
    setRates: operation({
      does: 'Sets the request limits: all (per second, or per day with Trial access), reads and writes (per minute, or per day).',
      takes: { all: 'number?', reads: 'number?', writes: 'number?' },
      run: ({ all, reads, writes }) => {
        const before = state.settings.rates ?? { all: 100, reads: 1000, writes: 100 }
        set({
          rates: { all: all ?? before.all, reads: reads ?? before.reads, writes: writes ?? before.writes },
        })
      },
    }),
    allowChanges: operation({
      does: 'Sets whether the app may edit pins, which is a beta.',
      takes: { allowed: 'boolean' },
      run: ({ allowed }) => set({ canChangePins: allowed }),
    }),
    refuseNext: operation({
      does: `Refuses the next calls of the API, or of one route ("POST /v5/pins"), before they take effect: ${Object.keys(REFUSALS).join(', ')}.`,
      takes: { refusal: 'text', route: 'text?', count: 'number?' },
      run: ({ refusal, route, count }) => {
        const name = choiceOf(refusal, Object.keys(REFUSALS))
        state.planned = [...state.planned, { name, route: route ?? null, left: count ?? 1 }]
      },
    }),
  }
}
