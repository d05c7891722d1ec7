import { ControlError, operation } from '../../framework/control/operations.js'
import { FORGERIES, type Forgery, signToken } from '../pushes/push-tokens.js'
import { notify, push } from '../pushes/pushes.js'
import type { Json } from '../records.js'
import type { NotificationShape, PushPayload } from '../settings.js'
import type { GoogleState } from '../state.js'
import { mustFindLocation } from './reviews.js'

const SERVICE_ACCOUNT = 'push@p1.iam.gserviceaccount.com'
const PAYLOADS: readonly PushPayload[] = [
  'WRAPPED',
  'WRAPPED_WITHOUT_TIMES',
  'UNWRAPPED',
  'UNWRAPPED_WITH_METADATA',
]
const SHAPES: readonly NotificationShape[] = ['CAPTURED', 'V4_PROSE', 'V1_PROSE']

function toForgery(how: string): Forgery {
  const forgery = FORGERIES.find((one) => one === how)
  if (forgery === undefined) throw new ControlError(`"${how}" must be one of: ${FORGERIES.join(', ')}.`)
  return forgery
}

/**
 * Returns the control operations for Cloud Pub/Sub: topics, push subscriptions, and tokens of
 * pushes.
 */
export function pubsubOperations(state: GoogleState) {
  return {
    createTopic: operation({
      does: 'Creates a topic. Google may publish to it by default.',
      takes: { topic: 'text', closed: 'boolean?' },
      run: ({ topic, closed }) => {
        state.topics.set(topic, closed !== true)
      },
    }),
    createSubscription: operation({
      does: 'Creates a push subscription and its topic. Default audience: the URL.',
      takes: { topic: 'text', endpoint: 'text', audience: 'text?', serviceAccount: 'text?' },
      run: ({ topic, endpoint, audience = endpoint, serviceAccount = SERVICE_ACCOUNT }) => {
        const project = topic.split('/')[1] ?? 'p1'
        const name = `projects/${project}/subscriptions/push-${state.subscriptions.size + 1}`
        if (!state.topics.has(topic)) state.topics.set(topic, true)
        const subscription = { name, topic, endpoint, audience, serviceAccount }
        state.subscriptions.set(name, subscription)
        return { ...subscription }
      },
    }),
    listen: operation({
      does: 'Sets up everything in one call: topic, push subscription, and the setting of every account.',
      takes: { endpoint: 'text', audience: 'text?', types: 'texts?' },
      run: ({ endpoint, audience = endpoint, types = ['NEW_REVIEW', 'UPDATED_REVIEW'] }) => {
        const topic = 'projects/p1/topics/reviews'
        const name = 'projects/p1/subscriptions/listen'
        state.topics.set(topic, true)
        state.subscriptions.set(name, { name, topic, endpoint, audience, serviceAccount: SERVICE_ACCOUNT })
        for (const id of state.accounts.keys())
          state.notifications.set(id, { pubsubTopic: topic, notificationTypes: types })
        return { audience, serviceAccount: SERVICE_ACCOUNT }
      },
    }),
    notify: operation({
      does: 'Pushes any notification about a location. `resources` is an object as JSON text.',
      takes: { location: 'text', type: 'text', resources: 'text?' },
      run: ({ location, type, resources }) =>
        notify(
          state,
          mustFindLocation(state, location),
          type,
          JSON.parse(resources ?? '{}') as Readonly<Record<string, string>>, // safe cast: the test that calls the operation guarantees an object of strings
        ),
    }),
    pushData: operation({
      does: 'Pushes any data to every subscription, also data that is not a notification.',
      takes: { data: 'text', attributes: 'text?' },
      run: ({ data, attributes }) => {
        const given = JSON.parse(attributes ?? '{}') as Json // safe cast: the test that calls the operation guarantees a JSON object
        for (const subscription of state.subscriptions.values()) push(state, subscription, data, given)
      },
    }),
    deliver: operation({
      does: 'Pushes waiting messages, on request with copies and in reverse order.',
      takes: { copies: 'number?', reversed: 'boolean?' },
      run: async ({ copies, reversed }) => {
        await Promise.all(state.pushing)
        const order = reversed === true ? 'REVERSED' : 'AS_QUEUED'
        const attempts = await state.sender.flush({ copies: copies ?? 1, order })
        return attempts.map(({ push: { body }, attempt, status }) => ({
          body: String(body),
          attempt,
          status,
        }))
      },
    }),
    forgeNext: operation({
      does: `The token of the next push has one error: ${FORGERIES.join(', ')}.`,
      takes: { how: 'text' },
      run: ({ how }) => {
        state.forgeries.push(toForgery(how))
      },
    }),
    token: operation({
      does: 'Signs a push token, valid or with one error.',
      takes: { audience: 'text', serviceAccount: 'text?', how: 'text?' },
      run: ({ audience, serviceAccount = SERVICE_ACCOUNT, how }) => ({
        token: signToken(state, { audience, serviceAccount }, how === undefined ? null : toForgery(how)),
      }),
    }),
    rotateKeys: operation({
      does: 'Google signs with a new key. The old one stays published, the one before it is removed.',
      takes: {},
      run: () => {
        state.keys.rotate()
      },
    }),
    setPayload: operation({
      does: `Sets the format of the body of a push request: ${PAYLOADS.join(', ')}.`,
      takes: { payload: 'text' },
      run: ({ payload }) => {
        const found = PAYLOADS.find((one) => one === payload)
        if (found === undefined)
          throw new ControlError(`"${payload}" must be one of: ${PAYLOADS.join(', ')}.`)
        state.settings = { ...state.settings, pushPayload: found }
      },
    }),
    setShape: operation({
      does: `Sets the field names of notifications: ${SHAPES.join(', ')}.`,
      takes: { shape: 'text' },
      run: ({ shape }) => {
        const found = SHAPES.find((one) => one === shape)
        if (found === undefined) throw new ControlError(`"${shape}" must be one of: ${SHAPES.join(', ')}.`)
        state.settings = { ...state.settings, notificationShape: found }
      },
    }),
  }
}
