import type { BlueskyState, Person } from '../state.js'
import { XrpcRefusal } from '../wire/refusals.js'
import { checkProof, nonceOf } from './dpop.js'

/** Person who sends a request, with the permissions of the request's token. */
export interface Caller {
  readonly person: Person
  /** True if the token allows direct messages. */
  readonly mayMessage: boolean
  /** Scopes of a DPoP-bound token. Null for a session token. */
  readonly scopes: readonly string[] | null
}

const badToken = (): XrpcRefusal => new XrpcRefusal(400, 'InvalidToken', 'Token could not be verified')

function personOf(state: BlueskyState, did: string): Person {
  const person = state.people.get(did)
  if (!person) throw badToken()
  if (person.status === 'TAKENDOWN')
    throw new XrpcRefusal(401, 'AccountTakedown', 'Account has been taken down')
  return person
}

function callerWithSession(state: BlueskyState, token: string): Caller {
  const session = state.sessions.find(({ accessJwt }) => accessJwt === token)
  if (!session) throw badToken()
  if (session.accessEnds <= state.clock.now()) throw new XrpcRefusal(400, 'ExpiredToken', 'Token has expired')
  return { person: personOf(state, session.did), mayMessage: session.appPassword.privileged, scopes: null }
}

function callerWithProof(state: BlueskyState, request: Request, token: string): Caller {
  const refuse = (error: string, text: string): XrpcRefusal =>
    new XrpcRefusal(401, error, text, {
      'www-authenticate': `DPoP error="${error}", error_description="${text}"`,
      'dpop-nonce': nonceOf(state, 'server'),
    })
  const proof = checkProof(state, request, { accessToken: token, audience: 'server' })
  if (proof.problem !== null) throw refuse(proof.problem, 'The proof does not fit')
  const tokens = state.boundTokens.find(({ accessToken }) => accessToken === token)
  if (!tokens || tokens.revoked || tokens.thumbprint !== proof.thumbprint)
    throw refuse('invalid_token', 'Invalid token')
  if (tokens.accessEnds <= state.clock.now())
    throw refuse('invalid_token', '"exp" claim timestamp check failed')
  const scopes = tokens.scope.split(' ')
  return { person: personOf(state, tokens.did), mayMessage: scopes.includes('transition:chat.bsky'), scopes }
}

/**
 * Finds the person who sends a request.
 *
 * @throws XrpcRefusal if the token is missing or invalid. The status is 400 for a session token
 * and 401 for a DPoP-bound token.
 */
export function requireCaller(state: BlueskyState, request: Request): Caller {
  const [, scheme, token] = /^(Bearer|DPoP) (\S+)$/.exec(request.headers.get('authorization') ?? '') ?? []
  if (!scheme || !token) throw new XrpcRefusal(401, 'AuthMissing', 'Authentication Required')
  return scheme === 'DPoP' ? callerWithProof(state, request, token) : callerWithSession(state, token)
}

/**
 * Returns the DID of the account that a request's token belongs to. Returns null for a request
 * without a known token.
 */
export function accountOf(state: BlueskyState, request: Request): string | null {
  const token = / (\S+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined) return null
  const session = state.sessions.find(
    ({ accessJwt, refreshJwt }) => accessJwt === token || refreshJwt === token,
  )
  const bound = state.boundTokens.find(({ accessToken }) => accessToken === token)
  return session?.did ?? bound?.did ?? state.serviceTokens.get(token)?.did ?? null
}

/**
 * Returns the person who sends a chat request. Refuses requests whose headers do not address the
 * chat service.
 */
export function requireChat(state: BlueskyState, request: Request): Caller {
  const caller = requireCaller(state, request)
  if (!caller.mayMessage)
    throw caller.scopes === null
      ? new XrpcRefusal(400, 'InvalidToken', 'Bad token method')
      : new XrpcRefusal(403, 'ScopeMissingError', 'Missing required scope "transition:chat.bsky"')
  if (request.headers.get('atproto-proxy') === state.settings.chatService) return caller
  throw new XrpcRefusal(501, 'MethodNotImplemented', 'Method Not Implemented')
}
