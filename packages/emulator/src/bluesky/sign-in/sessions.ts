import { createHmac } from 'node:crypto'

import type { Visit } from '../../framework/router.js'
import { didDocument, findPerson } from '../people/people.js'
import type { AppPassword } from '../settings.js'
import type { BlueskyState, Person, Session } from '../state.js'
import { readJson, refuseBody, textOr, texts } from '../wire/input.js'
import { countSession } from '../wire/rate-limits.js'
import { XrpcRefusal } from '../wire/refusals.js'

/**
 * Milliseconds after the first use of a refresh token in which the token returns the same session
 * again. Applies only if `forgivesReuse` is true.
 */
const GRACE_MS = 2 * 3600 * 1000

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function makeJwt(state: BlueskyState, type: string, claims: Readonly<Record<string, unknown>>): string {
  const body = `${part({ typ: type, alg: 'HS256' })}.${part({ ...claims, jti: state.seed.token('jti', 16) })}`
  return `${body}.${createHmac('sha256', 'emulator').update(body).digest('base64url')}`
}

/** Creates a session for an app password. */
export function makeSession(state: BlueskyState, did: string, appPassword: AppPassword): Session {
  const now = state.clock.now().getTime()
  const { accessLifetimeSeconds, refreshLifetimeSeconds } = state.settings
  const accessEnds = new Date(now + accessLifetimeSeconds * 1000)
  const refreshEnds = new Date(now + refreshLifetimeSeconds * 1000)
  const claims = (scope: string, ends: Date) => ({
    scope,
    aud: 'did:web:127.0.0.1',
    sub: did,
    iat: Math.floor(now / 1000),
    exp: Math.floor(ends.getTime() / 1000),
  })
  const scope = appPassword.privileged ? 'com.atproto.appPassPrivileged' : 'com.atproto.appPass'
  const session: Session = {
    did,
    appPassword,
    accessJwt: makeJwt(state, 'at+jwt', claims(scope, accessEnds)),
    refreshJwt: makeJwt(state, 'refresh+jwt', claims('com.atproto.refresh', refreshEnds)),
    accessEnds,
    refreshEnds,
    replacedBy: null,
    replacedAt: null,
    revoked: false,
  }
  state.sessions.push(session)
  return session
}

function sessionJson(state: BlueskyState, person: Person, { accessJwt, refreshJwt }: Session): Response {
  return Response.json({
    accessJwt,
    refreshJwt,
    did: person.did,
    ...(state.settings.sessionsHaveDocument && { didDoc: didDocument(state, person) }),
    handle: person.handle,
    email: `${person.handle.split('.')[0]}@example.com`,
    emailConfirmed: true,
    emailAuthFactor: false,
    active: person.status === 'ACTIVE',
    ...(person.status === 'DEACTIVATED' && { status: 'deactivated' }),
  })
}

/** Handles POST com.atproto.server.createSession. */
export async function createSession(state: BlueskyState, { request }: Visit): Promise<Response> {
  const input = await readJson(request, texts({ identifier: null, password: null }))
  const identifier = textOr(input['identifier'], '')
  countSession(state, identifier)
  const person = identifier.includes('@')
    ? findPerson(state, identifier.split('@')[0] ?? '')
    : findPerson(
        state,
        identifier.includes('.') || identifier.startsWith('did:') ? identifier : 'nobody.invalid',
      )
  const key = person?.appPasswords.find(({ password }) => password === input['password'])
  if (person && input['password'] === `the-password-of-${person.handle}`)
    throw new XrpcRefusal(
      401,
      'AuthFactorTokenRequired',
      'A sign in code has been sent to your email address',
    )
  if (!person || !key) throw new XrpcRefusal(401, 'AuthenticationRequired', 'Invalid identifier or password')
  if (person.status === 'TAKENDOWN')
    throw new XrpcRefusal(401, 'AccountTakedown', 'Account has been taken down')
  return sessionJson(state, person, makeSession(state, person.did, key))
}

/** Handles POST com.atproto.server.refreshSession. The server refuses a request that has a body. */
export async function refreshSession(state: BlueskyState, { request }: Visit): Promise<Response> {
  await refuseBody(request)
  const session = assertRefresh(state, request)
  const person = state.people.get(session.did)
  if (!person) throw new XrpcRefusal(400, 'InvalidToken', 'Token could not be verified')
  if (person.status === 'TAKENDOWN')
    throw new XrpcRefusal(401, 'AccountTakedown', 'Account has been taken down')
  if (session.replacedBy) return sessionJson(state, person, session.replacedBy)
  session.replacedBy = makeSession(state, session.did, session.appPassword)
  session.replacedAt = state.clock.now()
  return sessionJson(state, person, session.replacedBy)
}

/** Handles POST com.atproto.server.deleteSession. */
export async function deleteSession(state: BlueskyState, { request }: Visit): Promise<Response> {
  await refuseBody(request)
  assertRefresh(state, request).revoked = true
  return new Response(null, { status: 200 })
}

function assertRefresh(state: BlueskyState, request: Request): Session {
  const token = /^Bearer (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) throw new XrpcRefusal(401, 'AuthMissing', 'Authentication Required')
  const session = state.sessions.find(({ refreshJwt }) => refreshJwt === token)
  if (!session) throw new XrpcRefusal(400, 'InvalidToken', 'Token could not be verified')
  const now = state.clock.now()
  const isKnown = state.people.get(session.did)?.appPasswords.includes(session.appPassword) === true
  const isForgiven =
    state.settings.forgivesReuse &&
    session.replacedAt !== null &&
    now.getTime() - session.replacedAt.getTime() < GRACE_MS
  if (session.revoked || !isKnown || (session.replacedBy && !isForgiven))
    throw new XrpcRefusal(400, 'ExpiredToken', 'Token has been revoked')
  if (session.refreshEnds <= now) throw new XrpcRefusal(400, 'ExpiredToken', 'Token has expired')
  return session
}
