import {
  type CanAddRoutes,
  type ExtraRouteReply,
  type ExtraRouteRequest,
  makePerson,
  makeUpdate,
  SignatureError,
  type Update,
  type WebhookSecret,
} from '@social/core/platform'

import { deletionCode, readDeletionCode } from './pushes/deletion-code.js'
import { readSignedRequest, type SignedRequest } from './pushes/signed-request.js'

/** Path below `webhooks/<platform>/` to which Meta reports that a person removed the app. */
const DEAUTHORIZE = 'deauthorize'
/**
 * Path below `webhooks/<platform>/` on which Meta requests the deletion of a person's data. Below
 * `networks/<platform>/`, the same path is the status page of the deletion.
 */
const DATA_DELETION = 'data-deletion'

/** Options of the routes for actions of a person at Meta. */
export interface PersonRoutesOptions {
  /** Registered name of the network, such as `threads`. */
  readonly platform: string
  /** Name of the network, as shown to people. */
  readonly displayName: string
  /**
   * Returns the connection id of a person. Omitted if only the application can find the connection
   * (`resolveConnection`).
   */
  readonly connectionIdOf?: ((userId: string) => string) | undefined
  /** URL of the application's deletion status page. The query parameter `code` is added. */
  readonly deletionStatusUrl?: string | null | undefined
}

const REFUSED: ExtraRouteReply = { status: 401, contentType: 'text/plain; charset=utf-8', body: 'Refused.' }
const NOT_MOUNTED: ExtraRouteReply = {
  status: 404,
  contentType: 'application/json; charset=utf-8',
  body: '{"error":"The webhook of this network is not set up here."}',
}

/**
 * Creates the routes for actions of a person at Meta. `deauthorize` emits `CONNECTION_REVOKED`.
 * `data-deletion` emits `DATA_DELETION_REQUESTED`, and responds with a confirmation code and the
 * URL of its status page. Meta signs both requests with the app secret. A forged request gets
 * status 401 with the text `Refused.` The field `update.actor.id` is the person's id for this app.
 */
export function personRoutes(options: PersonRoutesOptions): CanAddRoutes {
  return {
    extraRoutes: [
      { method: 'POST', path: DEAUTHORIZE },
      { method: 'POST', path: DATA_DELETION },
      { method: 'GET', path: DATA_DELETION },
    ],
    handleExtraRoute(request) {
      const { method, path, secret } = request
      if (secret === null) return NOT_MOUNTED
      if (method === 'GET') return statusPage(options, request.query['code'] ?? '', secret)
      const text = new URLSearchParams(new TextDecoder().decode(request.body)).get('signed_request') ?? ''
      const signed = provenOrNull(text, { secret, clock: request.clock })
      if (signed === null) return REFUSED
      return path === DEAUTHORIZE
        ? { ...json({ success: true }), updates: [updateOf(options, signed, 'CONNECTION_REVOKED')] }
        : answerDeletion(options, signed, { ...request, secret })
    },
  }
}

function provenOrNull(text: string, by: Parameters<typeof readSignedRequest>[1]): SignedRequest | null {
  try {
    return readSignedRequest(text, by)
  } catch (error) {
    if (SignatureError.is(error)) return null
    throw error
  }
}

function updateOf(
  { platform, connectionIdOf }: PersonRoutesOptions,
  { userId, issuedAt, raw }: SignedRequest,
  kind: 'CONNECTION_REVOKED' | 'DATA_DELETION_REQUESTED',
): Update {
  const word = kind === 'CONNECTION_REVOKED' ? DEAUTHORIZE : DATA_DELETION
  return makeUpdate({
    id: `${platform}:${word}:${userId}:${issuedAt.getTime() / 1000}`,
    kind,
    platform,
    connectionId: connectionIdOf?.(userId) ?? '',
    timestamp: issuedAt,
    actor: makePerson({ id: userId }),
    raw,
  })
}

/**
 * Creates the response that Meta shows to the person. The URL must use https and be publicly
 * readable.
 */
function answerDeletion(
  options: PersonRoutesOptions,
  signed: SignedRequest,
  { secret, baseUrl }: Pick<ExtraRouteRequest, 'baseUrl'> & { readonly secret: WebhookSecret },
): ExtraRouteReply {
  const code = deletionCode(secret, signed)
  const url = new URL(options.deletionStatusUrl ?? `${baseUrl}/networks/${options.platform}/${DATA_DELETION}`)
  url.searchParams.set('code', code)
  return {
    ...json({ url: url.href, confirmation_code: code }),
    updates: [updateOf(options, signed, 'DATA_DELETION_REQUESTED')],
  }
}

const json = (body: object): ExtraRouteReply => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})

/**
 * Creates the status page. The page shows only data from a verified code: letters, digits and a
 * date.
 */
function statusPage(
  { displayName }: PersonRoutesOptions,
  code: string,
  secret: WebhookSecret,
): ExtraRouteReply {
  const at = readDeletionCode(secret, code)
  const message =
    at === null
      ? '<p>There is no deletion request with this code. Check the URL.</p>'
      : `<p>Your request to delete what this app keeps of your ${displayName} account arrived on ${at.toISOString().slice(0, 10)}, and was passed on to the people who run the app.</p>
<p>Confirmation code: <code>${code}</code>. Quote it when you ask them about it.</p>`
  return {
    status: at === null ? 404 : 200,
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Deletion request</title>
<h1>Deletion request</h1>
${message}
</html>
`,
  }
}
