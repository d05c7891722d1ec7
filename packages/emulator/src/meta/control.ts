import { ControlError, operation } from '../framework/control/operations.js'
import { endTokens } from './access.js'
import { challenge, deliver, pushChange, type ToBodies } from './push.js'
import { DEAD_SUBCODES } from './refusal.js'
import { postSigned } from './signed-request.js'
import type { GraphState } from './state.js'

/** Parts of a network that the common operations need. */
export interface ControlParts {
  /** Finds a token owner by name. @throws ControlError with the known names. */
  readonly ownerOf: (name: string) => string
  /** Finds the user id of an owner for a signed request. */
  readonly signedIdOf: (owner: string) => string
  /** Finds the object and entry id of a webhook change by the name of its account. */
  readonly entryOf: (name: string) => { readonly object: string; readonly entryId: string }
  readonly toBodies: ToBodies
}

/** Operations for tokens and permissions. */
function accessOperations(state: GraphState, { ownerOf, signedIdOf }: ControlParts) {
  const removed = async (name: string) => {
    const owner = ownerOf(name)
    endTokens(state, owner, 458)
    state.authorizations.delete(owner)
    return postSigned(state, state.settings.deauthorizeUrl, signedIdOf(owner))
  }
  return {
    app: operation({
      does: 'Returns id and secret of the only app.',
      takes: {},
      reads: true,
      run: () => ({ appId: state.settings.appId, appSecret: state.settings.appSecret }),
    }),
    removePermission: operation({
      does: 'A person revokes a permission. The tokens stay valid for the others.',
      takes: { person: 'text', permission: 'text' },
      run: ({ person, permission }) => {
        if (state.authorizations.get(ownerOf(person))?.scopes.delete(permission) !== true)
          throw new ControlError(`${person} does not grant "${permission}".`)
      },
    }),
    endTokens: operation({
      does: 'Invalidates the tokens of a person with a subcode of error 190: 460 password changed, 463 expired, 467 logged out, 492 no role.',
      takes: { person: 'text', subcode: 'number' },
      run: ({ person, subcode }) => {
        if (!DEAD_SUBCODES.includes(subcode))
          throw new ControlError(`There is no subcode ${subcode}. Subcodes: ${DEAD_SUBCODES.join(', ')}.`)
        return { ended: endTokens(state, ownerOf(person), subcode) }
      },
    }),
    removeApp: operation({
      does: 'A person removes the app: tokens fail with 190/458, and the deauthorise URL is called.',
      takes: { person: 'text' },
      run: ({ person }) => removed(person),
    }),
    requestDeletion: operation({
      does: "A person requests the deletion of their data. Returns the app's response.",
      takes: { person: 'text' },
      run: ({ person }) => postSigned(state, state.settings.deletionUrl, signedIdOf(ownerOf(person))),
    }),
    setApp: operation({
      does: 'Changes the dashboard settings: the callback URLs, and whether appsecret_proof is required.',
      takes: { deauthorizeUrl: 'text?', deletionUrl: 'text?', requireProof: 'boolean?', appSecret: 'text?' },
      run: ({ deauthorizeUrl, deletionUrl, requireProof, appSecret }) => {
        state.settings = {
          ...state.settings,
          ...(deauthorizeUrl !== undefined && { deauthorizeUrl }),
          ...(deletionUrl !== undefined && { deletionUrl }),
          ...(requireProof !== undefined && { requireProof }),
          ...(appSecret !== undefined && { appSecret }),
        }
      },
    }),
  }
}

/** Operations for webhooks. */
function pushOperations(state: GraphState, { entryOf, toBodies }: ControlParts) {
  return {
    setWebhook: operation({
      does: 'Pushes to this URL without a challenge. Without a URL, nothing is pushed.',
      takes: { url: 'text?', fields: 'texts?', secret: 'text?' },
      run: ({ url, fields, secret }) => {
        state.settings = {
          ...state.settings,
          webhookUrl: url ?? null,
          webhookFields: fields ?? null,
          webhookSecret: secret ?? null,
        }
      },
    }),
    setUpWebhook: operation({
      does: 'Subscribes as the dashboard does: sends a challenge to the URL, and pushes to it if the challenge is returned.',
      takes: { url: 'text', verifyToken: 'text', fields: 'texts?' },
      run: async ({ url, verifyToken, fields }) => {
        const answer = await challenge(state, url, verifyToken)
        if (answer.accepted)
          state.settings = { ...state.settings, webhookUrl: url, webhookFields: fields ?? null }
        return answer
      },
    }),
    pushEvent: operation({
      does: 'Queues any change of a page or an account, with the value as JSON.',
      takes: { of: 'text', field: 'text', value: 'text?' },
      run: ({ of, field, value }) => {
        const parsed: unknown = value === undefined ? {} : JSON.parse(value)
        if (typeof parsed !== 'object' || parsed === null)
          throw new ControlError('The value must be a JSON object.')
        const record = parsed as Readonly<Record<string, unknown>> // safe cast: the value is an object, and the webhook contains it unchanged
        pushChange(state, { ...entryOf(of), field, value: record }, toBodies)
      },
    }),
    deliverEvents: operation({
      does: 'Pushes waiting changes, on request several times, in reverse order, or all in one body. Returns the attempts.',
      takes: { copies: 'number?', reversed: 'boolean?', together: 'boolean?' },
      run: async (options) =>
        (await deliver(state, toBodies, options)).map(({ push, attempt, status }) => ({
          body: String(push.body),
          attempt,
          status,
        })),
    }),
  }
}

/** Operations that set the call limits and the delays of the server. */
function serverOperations(state: GraphState) {
  return {
    setUsage: operation({
      does: 'Sets the percentages in the usage headers. 100 refuses calls. Without percentages, calls are counted again.',
      takes: {
        appPercent: 'number?',
        accountPercent: 'number?',
        regainMinutes: 'number?',
        otherPercent: 'number?',
      },
      run: ({ appPercent, accountPercent, regainMinutes, otherPercent }) => {
        state.usage =
          appPercent === undefined && accountPercent === undefined && otherPercent === undefined
            ? null
            : {
                appPercent: appPercent ?? null,
                accountPercent: accountPercent ?? null,
                regainMinutes: regainMinutes ?? 0,
                otherPercent: otherPercent ?? null,
              }
      },
    }),
    setLimits: operation({
      does: 'Sets the calls per token in an hour, the delay of lists, and how files are fetched.',
      takes: {
        callsPerHour: 'number?',
        listLagSeconds: 'number?',
        fetchLoopback: 'boolean?',
        fetchSeconds: 'number?',
        fetchAfterSeconds: 'number?',
        fetchPieceBytes: 'number?',
      },
      run: (given) => {
        const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        state.settings = { ...state.settings, ...set }
      },
    }),
    whenIdle: operation({
      does: 'Waits until all running downloads and pushes have ended.',
      takes: {},
      run: async () => {
        await Promise.all(state.pending)
        return {}
      },
    }),
  }
}

/** Operations that all three Graph networks have. */
export function graphOperations(state: GraphState, parts: ControlParts) {
  return { ...accessOperations(state, parts), ...pushOperations(state, parts), ...serverOperations(state) }
}

/** Number of webhook changes that wait to be sent. */
export const waitingEvents = (state: GraphState): number => state.changes.length + state.sender.waiting
