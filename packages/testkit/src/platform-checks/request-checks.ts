import type { Connection } from '@social/core/platform'

import { type CheckDefinition, fail, must } from './check.js'
import { everyEntryPoint, type Passed } from './entry-points/every-entry-point.js'
import type { Sent } from './fakes/check-transport.js'
import type { Ids } from './hooks.js'
import { A_CODE } from './sign-in/sign-in-walk.js'
import { NEEDS_CONNECTION, type Subject } from './subject.js'
import { watched } from './watch.js'

/** Matches a token that the fake network generated. */
const MADE_UP_SECRET = /made-up-\w*(token|secret|jwt)\w*-\d+-0123456789/i

/** An id with all characters that have a special meaning in a URL. */
const ODD = '7/a?b=c&d=e#f'
/** Part of `ODD` that a URL only contains if the id is not percent-encoded. */
const SHOWN_ODD = 'a?b=c&d=e'
const ODD_IDS: Ids = { post: ODD, conversation: ODD, person: ODD, like: ODD }

/**
 * Minimum length of a secret that the checks search for. A shorter text could occur by chance. Our
 * choice.
 */
const MIN_SECRET_LENGTH = 8

const needsConnection = ({ hooks }: Subject): false | string =>
  hooks.makeConnection ? false : NEEDS_CONNECTION

function tokensOf({ token }: Connection): readonly string[] {
  return [token.accessToken, token.refreshToken, token.proofKey].filter(
    (one): one is string => one !== null && one.length >= MIN_SECRET_LENGTH,
  )
}

/** Returns the percent-decoded URL of a request. */
function plainUrl({ request }: Sent): string {
  try {
    return decodeURIComponent(request.url)
  } catch {
    return request.url
  }
}

function* everySent(passed: readonly Passed[]): Generator<readonly [what: string, sent: Sent]> {
  for (const { what, sent } of passed) for (const one of sent) yield [what, one]
}

async function checkAddresses(subject: Subject): Promise<void> {
  const connection = subject.connection()
  const { secretInAddress: known = [] } = subject.hooks
  const secrets = [...tokensOf(connection), A_CODE]
  const clientSecret = subject.app(connection.host)?.clientSecret
  if (clientSecret) secrets.push(clientSecret)
  for (const [what, sent] of everySent(await everyEntryPoint(subject))) {
    const url = plainUrl(sent)
    const shown = secrets.some((secret) => url.includes(secret)) || MADE_UP_SECRET.test(url)
    if (shown && !known.includes(sent.request.key))
      fail(
        `${what} puts a secret into the address of ${sent.request.key}: addresses are written into logs. Send it in a header or in the body; where the network documents it so, name the request in secretInAddress.`,
      )
  }
}

async function checkIds(subject: Subject): Promise<void> {
  for (const [what, { request }] of everySent(await everyEntryPoint(subject, { ids: ODD_IDS })))
    must(
      !request.url.includes(SHOWN_ODD),
      `${what} puts an id into an address as it is: ${request.method} ${request.url}. Use encodeURIComponent(id) in a path, and query: { … } for the query.`,
    )
}

/** Returns the decoded content of a request. */
const saidIn = (sent: Sent): string =>
  `${plainUrl(sent)}\n${JSON.stringify(sent.request.headers)}\n${sent.request.text}`

async function checkOwnToken(subject: Subject): Promise<void> {
  const one = subject.connection('42').with({
    token: { accessToken: 'first-access-0123456789', refreshToken: 'first-refresh-0123456789' },
  })
  const other = subject.connection('43').with({
    token: { accessToken: 'other-access-0123456789', refreshToken: 'other-refresh-0123456789' },
  })
  await everyEntryPoint(subject, { connection: one })
  for (const [what, sent] of everySent(await everyEntryPoint(subject, { connection: other })))
    must(
      !tokensOf(one).some((secret) => saidIn(sent).includes(secret)),
      `${what} sends the token of another account in ${sent.request.key}. A platform must have no state of an account: take it from call.connection.`,
    )
}

const INSTEAD: Readonly<Record<string, string>> = {
  'the global fetch': 'Send requests through call.http: it signs, counts, bounds and redacts them.',
  'a socket': 'Send requests through call.http: it signs, counts, bounds and redacts them.',
  'a DNS query': 'Send requests through call.http: it signs, counts, bounds and redacts them.',
  'a timer': 'Wait with call.clock.sleep(seconds, { signal }).',
  'the wall clock': 'Take the time from call.clock.now(), or from call.networkNow().',
  'Math.random': 'Take chance from call.random.',
  'crypto.randomUUID': 'Take chance from call.random.',
}

function checkReached(...resources: readonly string[]) {
  return async (subject: Subject): Promise<void> => {
    await everyEntryPoint(subject, {
      around: async (what, work) => {
        for (const [reached, place] of await watched(work))
          if (resources.includes(reached)) fail(`${what} uses ${reached} ${place}. ${INSTEAD[reached]}`)
      },
    })
  }
}

/** Checks of the requests that a platform sends, and of the HTTP client that it uses. */
export const requestChecks: readonly CheckDefinition[] = [
  { name: 'puts no secret into the URL of a request', skip: needsConnection, run: checkAddresses },
  { name: 'encodes ids in URLs', skip: needsConnection, run: checkIds },
  { name: 'sends the token of the account it is called for', skip: needsConnection, run: checkOwnToken },
  {
    name: 'sends every request through its call',
    skip: needsConnection,
    run: checkReached('the global fetch', 'a socket', 'a DNS query'),
  },
  {
    name: 'uses the clock and random numbers of its call',
    skip: needsConnection,
    run: checkReached('a timer', 'the wall clock', 'Math.random', 'crypto.randomUUID'),
  },
]
