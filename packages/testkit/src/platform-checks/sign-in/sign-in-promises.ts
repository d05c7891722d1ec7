import type { Connection, LoginStep, Renewed, Token } from '@social/core/platform'

import { fakeRandom } from '../../time/fake-random.js'
import { type CheckDefinition, fail, must, nameOf } from '../check.js'
import { enter } from '../entry-points/entry-points.js'
import { CheckSkipped } from '../skip.js'
import { NEEDS_CONNECTION, type Subject } from '../subject.js'
import { Trial } from '../trial.js'
import { A_REDIRECT, walkingLogin, walkSignIn } from './sign-in-walk.js'

/**
 * Minimum length of a PKCE verifier (RFC 7636, section 4.1). Shorter values in `remember` are not
 * verifiers.
 */
const MIN_VERIFIER_LENGTH = 43

type SentAway = Extract<LoginStep, { readonly step: 'SEND_TO_NETWORK' }>

/** A sign-in before the redirect, and the data that was sent to the network. */
interface Started {
  readonly step: SentAway
  /**
   * The authorization URL, and the bodies of earlier requests (RFC 9126 sends the parameters
   * before the redirect).
   */
  readonly said: readonly string[]
  readonly challenge: string | null
}

async function start(subject: Subject, seed = 1): Promise<Started | null> {
  const trial = new Trial(subject, { random: fakeRandom(seed) })
  const step = await subject.platform.startLogin(walkingLogin(subject), trial.loginCall())
  if (step.step !== 'SEND_TO_NETWORK') return null
  const params = [
    new URL(step.url).searchParams,
    ...trial.transport.sent.map(({ request }) => request.formParams ?? new URLSearchParams()),
  ]
  const bodies = trial.transport.sent.map(({ request }) => request.text)
  return {
    step,
    said: [step.url, ...params.flatMap((one) => [...one.values()]), ...bodies],
    challenge: params.map((one) => one.get('code_challenge')).find((one) => one !== null) ?? null,
  }
}

const says = ({ said }: Started, what: string): boolean => said.some((text) => text.includes(what))

async function checkSaid(subject: Subject): Promise<void> {
  const started = await start(subject)
  if (started === null) return
  must(
    says(started, walkingLogin(subject).state),
    'startLogin() does not send the state: an attacker could finish the sign-in of another user. Add login.state to the URL.',
  )
  must(says(started, A_REDIRECT), 'startLogin() ignores login.redirectUri. Add it to the URL unchanged.')
}

/** Creates a proxy that records the names of the properties that are read. */
function noting(
  values: Readonly<Record<string, string>>,
  read: Set<string>,
): Readonly<Record<string, string>> {
  return new Proxy(values, {
    get(target, name, receiver) {
      if (typeof name === 'string') read.add(name)
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}

/**
 * Returns the names of the hints that a sign-in reads. Runs the sign-in with the hints of the
 * hook, and without hints.
 */
async function readHints(subject: Subject): Promise<ReadonlySet<string>> {
  const read = new Set<string>()
  const login = walkingLogin(subject)
  for (const given of [login.hints, {}])
    await subject.platform
      .startLogin({ ...login, hints: noting(given, read) }, new Trial(subject).loginCall())
      .catch(() => null)
  return read
}

async function checkHints(subject: Subject): Promise<void> {
  const { loginHints = [] } = subject.platform
  const read = await readHints(subject)
  for (const name of loginHints)
    must(
      read.has(name),
      `It lists the hint "${name}", but startLogin() does not read it. Read login.hints["${name}"], or remove it from loginHints.`,
    )
  for (const name of read)
    must(
      loginHints.includes(name),
      `startLogin() reads the hint "${name}", which is not in loginHints: the connect route never passes it on. List it.`,
    )
}

/** Returns all texts inside a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

async function checkHidden(subject: Subject): Promise<void> {
  const started = await start(subject)
  if (started === null) return
  const { url, remember } = started.step
  const shown = [url, ...new URL(url).searchParams.values()]
  const shows = (secret: string): boolean => shown.some((text) => text.includes(secret))
  const { app, state } = walkingLogin(subject)
  must(
    app?.clientSecret ? !shows(app.clientSecret) : true,
    "startLogin() puts the app's secret into the address that people are sent to.",
  )
  const verifier = textsIn(remember).find(
    (text) => text.length >= MIN_VERIFIER_LENGTH && !URL.canParse(text) && text !== state && shows(text),
  )
  must(
    verifier === undefined,
    'startLogin() puts what it remembers into the address: the verifier of PKCE is a secret, only its challenge is sent. Use makePkce(random).',
  )
}

async function checkVerifier(subject: Subject): Promise<void> {
  const one = await start(subject, 1)
  const other = await start(subject, 2)
  if (one === null || other === null || one.challenge === null) return
  must(
    one.challenge !== other.challenge,
    'startLogin() sends the same code_challenge for two sign-ins: one leaked verifier reveals all of them. Use makePkce(call.random).',
  )
}

async function checkConnection(subject: Subject): Promise<void> {
  const { connection, error } = await walkSignIn(subject, new Trial(subject))
  if (connection === null)
    throw new CheckSkipped(
      `The sign-in could not be followed to its end: ${nameOf(error)} Give makeTransport the reply that it needs, or login: { callback } what comes back.`,
    )
  const { name } = subject.platform
  must(
    connection.platform === name,
    `The sign-in ends with a connection of "${connection.platform}", and this is "${name}": the connection would never be found again.`,
  )
  must(connection.token.accessToken !== '', 'The sign-in ends with a connection without a token.')
}

interface Refreshed {
  readonly token: Token
  /** Scopes of the account after the renewal. Null if the network returned no scopes. */
  readonly scopes: readonly string[] | null
  readonly previous: Token
  /** New refresh token in the network's reply. Null if the reply contains none. */
  readonly given: string | null
}

async function refresh(subject: Subject, isBare: boolean, connection: Connection): Promise<Refreshed | null> {
  const trial = new Trial(subject, { isBare, connection })
  const { result, error } = await enter('refresh', subject, trial)
  if (error !== null) return null
  const renewed = result as Token | Renewed // safe cast: `refresh` of the platform interface returns a Token or Renewed
  const token = 'token' in renewed ? renewed.token : renewed
  const scopes = 'scopes' in renewed ? (renewed.scopes ?? null) : null
  return { token, scopes, previous: connection.token, given: refreshTokenIn(trial.transport.replied) }
}

/**
 * Matches a JSON field that contains a refresh token. A lifetime does not match because it is
 * shorter than 16 characters.
 */
const REFRESH_TOKEN = /"[^"]*refresh[^"]*"\s*:\s*"([^"]{16,})"/i

function refreshTokenIn(replies: readonly string[]): string | null {
  for (const reply of replies) {
    const [, given] = REFRESH_TOKEN.exec(reply) ?? []
    if (given !== undefined) return given
  }
  return null
}

async function checkNewest(subject: Subject): Promise<void> {
  const connection = subject
    .connection()
    .with({ token: { accessToken: 'an-access-of-before', refreshToken: 'a-refresh-of-before' } })
  const rule = subject.platform.renewal(connection)
  if (!rule.needsRefreshToken)
    throw new CheckSkipped('Its access tokens buy the next one: there is no refresh token.')
  const full = await refresh(subject, false, connection)
  if (full === null) throw new CheckSkipped('refresh() needs a reply: give it to makeTransport.')
  if (full.given !== null && full.token.refreshToken !== full.given)
    fail(
      'refresh() drops the refresh token that came with the new access token: the next renewal fails. Use toToken(reply, { now, previous }).',
    )
  if (rule.rotates && full.token.refreshToken === full.previous.refreshToken)
    fail('renewal() returns rotates: true, but refresh() returns the old refresh token.')
  const bare = await refresh(subject, true, connection)
  if (!rule.needsRefreshToken || bare === null || bare.given !== null) return
  must(
    bare.token.refreshToken !== null,
    'refresh() loses the refresh token when the reply has none: the one of before still works. Use toToken(reply, { now, previous }).',
  )
}

async function checkScopes(subject: Subject): Promise<void> {
  const connection = subject
    .connection()
    .with({ token: { accessToken: 'an-access-of-before', refreshToken: 'a-refresh-of-before' } })
  const bare = await refresh(subject, true, connection)
  if (bare === null) throw new CheckSkipped('refresh() needs a reply: give it to makeTransport.')
  must(
    bare.scopes === null || bare.scopes.length > 0,
    'refresh() takes all scopes away when the reply names none: what was allowed before is allowed still. Leave scopes out then.',
  )
}

/** Checks of the security rules for a sign-in and a token renewal. */
export const signInPromises: readonly CheckDefinition[] = [
  { name: 'sends the state and the redirect URI', run: checkSaid },
  { name: 'puts no secret into the authorization URL', run: checkHidden },
  { name: 'reads only the listed hints', run: checkHints },
  { name: 'generates a new PKCE verifier for every sign-in', run: checkVerifier },
  // Holds R-0019.
  { name: 'ends a sign-in with a connection of this platform', run: checkConnection },
  {
    name: 'keeps the newest refresh token',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    run: checkNewest,
  },
  {
    name: 'keeps the scopes if a renewal returns none',
    skip: ({ hooks }) => (hooks.makeConnection ? false : NEEDS_CONNECTION),
    run: checkScopes,
  },
]
