import { NetworkError, type TransportResponse } from '@social/core/platform'

import type { RecordedRequest } from '../../transport/recorded-request.js'
import { toReply } from '../../transport/replies.js'

/**
 * Returns the content of a request in the forms in which networks echo a request: unchanged and
 * decoded.
 */
function echoOf(request: RecordedRequest): Readonly<Record<string, unknown>> {
  const { method, url, path, query, headers, text, form } = request
  const json = jsonOf(request)
  const encoded = valuesIn([query, headers, form, json]).map((value) => Buffer.from(value).toString('base64'))
  return { method, url, path, query, headers, body: text, form, json, said: decoded(url), encoded }
}

/** Returns all texts in the content of a request, and the credentials in its headers. */
function valuesIn(said: unknown): readonly string[] {
  if (typeof said === 'string') return [said, ...said.split(' ').slice(1)]
  return typeof said === 'object' && said !== null ? Object.values(said).flatMap(valuesIn) : []
}

function jsonOf(request: RecordedRequest): unknown {
  try {
    return request.json ?? null
  } catch {
    return null
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const textOf = (request: RecordedRequest): string =>
  `You sent ${JSON.stringify(echoOf(request))}: ${decoded(request.text)}`

/** Decodes the credentials of a Basic authorization header. */
function basicOf({ headers }: RecordedRequest): string {
  const [kind, credentials = ''] = (headers['authorization'] ?? '').split(' ')
  return kind?.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : ''
}

/** Builds a reply that echoes the content of the request. */
export type Quote = (request: RecordedRequest) => TransportResponse | Error

/**
 * Name of the form that loses the response. The platform then queries for the post, so every entry
 * point is tested with this form.
 */
export const CUT = 'a connection that was cut'

/**
 * Forms of replies that echo the request: refusals, an outage, an unreadable reply and a lost
 * response.
 */
export const QUOTES: Readonly<Record<string, Quote>> = {
  // Error response of OAuth 2.0 (RFC 6749, section 5.2).
  'a refusal of OAuth': (request) =>
    toReply(
      {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description: `${textOf(request)} ${basicOf(request)}`,
          message: textOf(request),
          ...echoOf(request),
        },
      },
      400,
    ),
  // Error format of Facebook's Graph API and of Google, which nest the error in an object.
  'a refusal in an object': (request) =>
    toReply(
      {
        status: 403,
        headers: {
          'www-authenticate': `Bearer error_description="${request.headers['authorization'] ?? ''}"`,
        },
        body: {
          error: { code: 403, type: textOf(request), message: textOf(request), details: [echoOf(request)] },
          errors: [{ message: textOf(request), reason: textOf(request), extensions: echoOf(request) }],
          title: textOf(request),
          detail: textOf(request),
        },
      },
      403,
    ),
  'an outage as text': (request) => toReply({ status: 500, body: textOf(request) }, 500),
  'an answer that cannot be read': (request) =>
    toReply({ status: 200, body: { unexpected: echoOf(request), text: textOf(request) } }, 200),
  'a request to wait': (request) =>
    toReply({ status: 429, headers: { 'retry-after': '5000' }, body: { message: textOf(request) } }, 429),
  [CUT]: (request) =>
    new NetworkError(`The connection was cut after ${textOf(request)}`, {
      cause: new Error(textOf(request)),
    }),
}
