import { AssertionError } from 'node:assert'

import { type AppCredentials, type Connection, parseJson, SignatureError } from '@social/core/platform'
import { Routes } from '@social/core/routes'
import * as v from 'valibot'

import { FakeClock } from '../../time/fake-clock.js'
import { type CheckDefinition, fail } from '../check.js'
import { CheckTransport } from '../fakes/check-transport.js'
import { allNotified } from '../quoting/all-notified.js'
import { Listener } from '../quoting/listener.js'
import { CUT, type Quote, QUOTES } from '../quoting/quotes.js'
import { A_CODE, A_PASSWORD, returnedBy } from '../sign-in/sign-in-walk.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import { Application, type ClientEntryPoint, clientEntryPointsOf } from './client-entry-points.js'

/**
 * Maximum number of successful requests of one operation before the network echoes a request in
 * its reply. Our choice.
 */
const MAX_SUCCESSES = 4
/** Matches a token that the fake network generated. */
const GIVEN_OUT = /made-up-\w*(token|secret|jwt)\w*-\d+-0123456789/i
/** Maximum number of characters shown before a leaked secret in a failure message. Our choice. */
const CONTEXT = 200
const WEBHOOK_SECRET = 'a-webhook-secret-0123456789'
const PREFIX = '/social'

/** Secrets that errors and events must not contain, by a description such as `the access token`. */
type Secrets = Readonly<Record<string, string>>

/** Platform, account and secrets that all entry points of one check use. */
interface Ground {
  readonly subject: Subject
  readonly connection: Connection
  readonly app: AppCredentials | null
  readonly secrets: Secrets
}

function groundOf(subject: Subject): Ground {
  const token = { accessToken: 'an-access-token-0123456789', refreshToken: 'a-refresh-token-0123456789' }
  const connection = subject.connection().with({ token })
  const app = subject.app(connection.host)
  const { clientId = '', clientSecret = null } = app ?? {}
  return {
    subject,
    connection,
    app,
    secrets: {
      'the access token': token.accessToken,
      'the refresh token': token.refreshToken,
      'the code': A_CODE,
      'a password': A_PASSWORD,
      'the secret of webhooks': WEBHOOK_SECRET,
      ...(clientSecret !== null && {
        "the app's secret": clientSecret,
        "the app's credentials": Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
      }),
    },
  }
}

/**
 * Searches a text for a secret in several encodings. Returns the name of the encoding, or null if
 * the text does not contain the secret.
 */
function wayIn(text: string, secret: string): string | null {
  const ways = [secret, Buffer.from(secret).toString('base64')]
  return ways.find((way) => text.includes(way)) ?? null
}

/** Fails the check if one of the texts contains a secret. */
function mustNotReveal(texts: readonly string[], secrets: Secrets, where: string): void {
  for (const text of texts) {
    const [shown, value] = Object.entries(secrets).find(([, secret]) => wayIn(text, secret) !== null) ?? []
    const secret = value === undefined ? GIVEN_OUT.exec(text)?.[0] : (wayIn(text, value) ?? undefined)
    if (secret === undefined) continue
    const before = text.slice(0, text.indexOf(secret)).slice(-CONTEXT)
    fail(
      `${where} reveals ${shown ?? 'a token that the network gave'}, after "${before}". Quote a network with quoteNetwork, store its reply with rawOf, and list secrets in a path in the option "secrets".`,
    )
  }
}

/**
 * Calls one entry point. After `successes` replies, the network echoes the request in each reply.
 * @returns Number of requests.
 */
async function quoteOnce(
  ground: Ground,
  entryPoint: ClientEntryPoint,
  how: { readonly name: string; readonly quote: Quote; readonly successes: number },
  listener: Listener,
): Promise<number> {
  const { subject, app, secrets } = ground
  const transport = new CheckTransport({
    given: subject.hooks.makeTransport?.() ?? null,
    decide: ({ request }, index) => (index < how.successes ? null : how.quote(request)),
  })
  const ended = { expiresAt: new Date('2023-01-01T00:00:00Z') }
  const { accessToken, refreshToken } = ground.connection.token
  const connection = entryPoint.needsRenewal
    ? ground.connection.with({ token: { accessToken, refreshToken, ...ended } })
    : ground.connection
  const application = new Application(subject, { transport, connection, app })
  listener.take()
  const where = `${entryPoint.what}, answered with ${how.name} that quotes what was sent,`
  try {
    await entryPoint.enter(application)
  } catch (error) {
    mustNotReveal(allNotified(error), secrets, where)
  }
  for (const event of listener.take()) mustNotReveal(allNotified(event), secrets, `An event of ${where}`)
  await application.client.close()
  return transport.sent.length
}

/**
 * Entry points that send secrets of every kind. The checks test these entry points with every form
 * of echo.
 */
const CENTRAL: ReadonlySet<string> = new Set(['signing in', 'refresh()', 'publish()'])

/**
 * Chooses the forms of echo to test for one request of an entry point. Each request is tested with
 * a third of the forms. All requests together cover all forms.
 */
function formsFor(
  entryPoint: ClientEntryPoint,
  turn: number,
  successes: number,
): readonly (readonly [string, Quote])[] {
  const all = Object.entries(QUOTES)
  if (successes === 0 && CENTRAL.has(entryPoint.what)) return all
  return all.filter(([form], index) => index % 3 === turn % 3 || (form === CUT && successes > 0))
}

async function checkEntryPoints(subject: Subject): Promise<void> {
  const ground = groundOf(subject)
  const listener = new Listener()
  try {
    for (const [turn, entryPoint] of clientEntryPointsOf(subject).entries()) {
      let sent = 0
      for (let successes = 0; sent >= successes && successes <= MAX_SUCCESSES; successes += 1)
        for (const [name, quote] of formsFor(entryPoint, turn + successes, successes))
          sent = Math.max(sent, await quoteOnce(ground, entryPoint, { name, quote, successes }, listener))
    }
  } finally {
    listener.stop()
  }
}

/** Returns the cookies of a response as the value of a browser's cookie header. */
const cookieOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')

async function checkRoutes(subject: Subject): Promise<void> {
  const ground = groundOf(subject)
  const { name } = subject.platform
  for (const [form, quote] of Object.entries(QUOTES)) {
    let isQuoting = false
    const transport = new CheckTransport({
      given: subject.hooks.makeTransport?.() ?? null,
      decide: ({ request }) => (isQuoting ? quote(request) : null),
    })
    const { client } = new Application(subject, { transport, connection: ground.connection, app: ground.app })
    const routes = new Routes(client, { redirectUri: `https://app.example${PREFIX}/callback/{platform}` })
    const { host } = subject.login()
    const query = host === null ? '' : `?host=${encodeURIComponent(host)}`
    const where = `The JSON of a sign-in that was answered with ${form}`
    try {
      const begun = await routes.handle(new Request(`https://app.example${PREFIX}/connect/${name}${query}`))
      const callback = callbackIn(begun.headers.get('location'), await begun.text(), subject)
      isQuoting = true
      const ended = await routes.handle(
        new Request(`https://app.example${PREFIX}/callback/${name}?${callback}`, {
          headers: { cookie: cookieOf(begun) },
        }),
      )
      mustNotReveal([await ended.text(), JSON.stringify([...ended.headers])], ground.secrets, where)
    } catch (error) {
      // Only failures of the check are rethrown. The framework would log any other error, so the
      // error must not contain a secret.
      if (error instanceof AssertionError) throw error
      mustNotReveal(allNotified(error), ground.secrets, where)
    }
    await client.close()
  }
}

const form = v.object({
  state: v.fallback(v.string(), ''),
  fields: v.fallback(v.array(v.object({ name: v.string(), secret: v.fallback(v.boolean(), false) })), []),
})

/**
 * Returns the query of the callback after the first step of a sign-in. The first step is a
 * redirect or a form.
 */
function callbackIn(location: string | null, body: string, { hooks }: Subject): string {
  const inAddress = location === null ? null : URL.parse(location)?.searchParams.get('state')
  const { state, fields } = v.parse(
    v.fallback(form, { state: '', fields: [] }),
    inAddress ? {} : parseJson(body),
  )
  const answers = fields.map(({ name, secret }) => [name, secret ? A_PASSWORD : 'someone.example'])
  return new URLSearchParams({
    ...returnedBy(location ?? ''),
    code: A_CODE,
    ...Object.fromEntries(answers),
    ...hooks.login?.callback,
    state: inAddress ?? state,
  }).toString()
}

async function checkPushes(subject: Subject): Promise<void> {
  const { platform } = subject
  const secrets = { 'the secret of webhooks': WEBHOOK_SECRET }
  const headers = { authorization: WEBHOOK_SECRET, 'x-hub-signature-256': `sha256=${WEBHOOK_SECRET}` }
  try {
    const options = { secret: WEBHOOK_SECRET, clock: new FakeClock() }
    await platform.checkSignature?.(Buffer.from(`{"secret":"${WEBHOOK_SECRET}"}`), headers, options)
  } catch (error) {
    if (SignatureError.is(error)) mustNotReveal(allNotified(error), secrets, 'checkSignature()')
  }
}

const needsConnection = ({ hooks }: Subject): false | string =>
  hooks.makeConnection ? false : NEEDS_CONNECTION

/**
 * Checks that no error or event contains a secret, even if the network echoes requests in its
 * replies.
 */
export const quotingChecks: readonly CheckDefinition[] = [
  { name: 'reveals no secret that a network quotes', skip: needsConnection, run: checkEntryPoints },
  { name: 'shows a browser no secret that a network quotes', skip: needsConnection, run: checkRoutes },
  {
    name: 'reveals no secret of a pushed request',
    skip: (subject) => (subject.has('checkSignature') ? false : 'It has no webhooks.'),
    run: checkPushes,
  },
]
