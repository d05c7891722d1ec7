import { ControlError, operation } from '../../framework/control/operations.js'
import { hide } from '../../framework/log/hide.js'
import { fullNameOf } from '../places/people.js'
import { stateOf } from '../posts/posts.js'
import { type Service, SERVICES } from '../settings.js'
import type { GoogleState } from '../state.js'
import { accessOperations } from './access.js'
import { placeOperations } from './places.js'
import { pubsubOperations } from './pubsub.js'
import { customerOperations } from './reviews.js'

/**
 * Describes the state of the emulated Google Business Profile for the control page. Secrets are
 * hidden.
 */
function describe(state: GoogleState) {
  return {
    people: [...state.people.values()],
    accounts: [...state.accounts.values()].map(({ roles, ...account }) => ({
      ...account,
      roles: Object.fromEntries(roles),
    })),
    locations: [...state.locations.values()].map((location) => ({ ...location, name: fullNameOf(location) })),
    posts: [...state.posts.values()].map((post) => ({ ...post, state: stateOf(state, post) })),
    reviews: [...state.reviews.values()].map((review) => ({ ...review })),
    questions: [...state.questions.values()].map((question) => ({ ...question })),
    verifications: [...state.verifications.values()].map(({ pin, ...one }) => ({ ...one, pin: hide(pin) })),
    notifications: Object.fromEntries(state.notifications),
    subscriptions: [...state.subscriptions.values()],
    pushes: {
      waiting: state.sender.waiting,
      attempts: state.sender.attempts.map(({ push, attempt, status }) => ({
        body: String(push.body),
        attempt,
        status,
      })),
    },
  }
}

function toService(name: string): Service {
  const service = SERVICES.find((one) => one === name)
  if (service === undefined) throw new ControlError(`"${name}" must be one of: ${SERVICES.join(', ')}.`)
  return service
}

function change(state: GoogleState, changes: Readonly<Record<string, unknown>>): void {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  state.settings = { ...state.settings, ...given }
}

function networkOperations(state: GoogleState) {
  return {
    setQuota: operation({
      does: 'Sets the requests per minute of one service, or of all. 0 is a project without approval.',
      takes: { perMinute: 'number', service: 'text?', editsPerMinute: 'number?', refusal: 'number?' },
      run: ({ perMinute, service, editsPerMinute, refusal }) => {
        if (service === undefined) change(state, { perMinute })
        else state.quotas.set(toService(service), perMinute)
        change(state, {
          editsPerMinute,
          quotaRefusal: refusal === undefined ? refusal : refusal === 403 ? 403 : 429,
        })
      },
    }),
    switchService: operation({
      does: 'Disables or enables a service of the Cloud project.',
      takes: { service: 'text', on: 'boolean' },
      run: ({ service, on }) => {
        if (on) state.switchedOff.delete(toService(service))
        else state.switchedOff.add(toService(service))
      },
    }),
    setQuestions: operation({
      does: 'Enables questions and answers, as before 3 November 2025, or disables them.',
      takes: { open: 'boolean' },
      run: ({ open }) => change(state, { questions: open }),
    }),
    setDelays: operation({
      does: 'Sets the number of seconds that a post is processed, and that it is missing in the list.',
      takes: { processSeconds: 'number?', listDelaySeconds: 'number?' },
      run: (delays) => change(state, delays),
    }),
    setAnswers: operation({
      does: 'Sets the response of a location patch (the whole location unless maskOnly), the state of a new reply (PENDING or APPROVED), and whether a new name removes the verification.',
      takes: { maskOnly: 'boolean?', replyPending: 'boolean?', verifiesAgain: 'boolean?' },
      run: ({ maskOnly, replyPending, verifiesAgain }) =>
        change(state, {
          patchAnswers: maskOnly === undefined ? maskOnly : maskOnly ? 'MASK' : 'WHOLE',
          replyState: replyPending === undefined ? replyPending : replyPending ? 'PENDING' : 'APPROVED',
          verifiesAgain,
        }),
    }),
  }
}

/** Returns all control operations of the emulated Google Business Profile. */
export function googleBusinessOperations(state: GoogleState) {
  return {
    state: operation({
      does: 'Returns the state of the network. Secrets are hidden.',
      takes: {},
      reads: true,
      run: () => describe(state),
    }),
    ...accessOperations(state),
    ...customerOperations(state),
    ...placeOperations(state),
    ...pubsubOperations(state),
    ...networkOperations(state),
  }
}

/** Control operations of the emulated Google Business Profile, by name. */
export type GoogleBusinessOperations = ReturnType<typeof googleBusinessOperations>
