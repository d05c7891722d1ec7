import {
  authorizeUrl,
  type Call,
  type Connection,
  type Fields,
  type LoginCall,
  type LoginRequest,
  assertApp,
  type PlatformBase,
  readCallback,
  scopesOf,
  type Token,
} from '@social/core/platform'
import type * as v from 'valibot'

import { withoutFragment } from './callback.js'
import { exchangeFields, refreshFields, tradeToken } from './tokens.js'

/**
 * Response to an authorization code: a token that is valid for an hour, and the token's owner if
 * the network sends the owner.
 */
interface CodeReply {
  readonly access_token: string
  readonly user_id: string | null
}

/** Token and owner after a completed sign-in. */
export interface SignedIn {
  /** Token that is valid for sixty days. */
  readonly token: Token
  readonly scopes: readonly string[]
  readonly userId: string | null
}

/** Sign-in rules of one network. */
export interface CodeSignInRules<Reply extends CodeReply> {
  readonly platform: string
  readonly grant: 'ig' | 'th'
  readonly addresses: Readonly<Record<'signIn' | 'code' | 'token' | 'refresh', string>>
  /** Scopes to request if the application requests no scopes. */
  readonly scopes: readonly string[]
  /** Error text for an operator without app credentials. Explains how to create an app at Meta. */
  readonly appAdvice: string
  /** Schema of the response to an authorization code. */
  readonly codeReply: v.GenericSchema<unknown, Reply>
  /** Number of seconds before its expiry at which a token is refreshed. */
  readonly renewBeforeSeconds: number
  /** Returns additional query parameters for the URL of the approval page. */
  readonly query?: ((login: LoginRequest) => Fields) | undefined
  /** Returns the scopes that the person granted. Default: the requested scopes. */
  readonly grantedOf?: ((reply: Reply, asked: readonly string[]) => readonly string[]) | undefined
  /** Queries the owner of the token, and creates the connection. */
  readonly readConnection: (signedIn: SignedIn, call: LoginCall) => Promise<Connection>
  /** Throws if the network would refuse to refresh the token. Called before any request. */
  readonly checkRenewal?: ((call: Call) => void) | undefined
}

/** Members of a platform for sign-in and token refresh. */
export type CodeSignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'>

/**
 * Creates the sign-in of Instagram and Threads. The code is exchanged for a token of an hour,
 * which is then exchanged for a token of sixty days that can be refreshed.
 */
export function codeSignIn<Reply extends CodeReply>(rules: CodeSignInRules<Reply>): CodeSignIn {
  const { platform, grant, addresses, appAdvice: advice } = rules
  return {
    startLogin: async (login) => {
      const app = assertApp(login.app, { platform, advice })
      const url = authorizeUrl(addresses.signIn, {
        client_id: app.clientId,
        redirect_uri: login.redirectUri,
        response_type: 'code',
        scope: scopesOf(login, rules.scopes).join(','),
        state: login.state,
        ...rules.query?.(login),
      })
      return { step: 'SEND_TO_NETWORK', url, state: login.state, remember: {} }
    },

    finishLogin: async (login, callback, call) => {
      const app = assertApp(login.app, { platform, advice })
      const { code } = readCallback(withoutFragment(callback), { platform, state: login.state })
      const form = {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: login.redirectUri,
        code,
      }
      const reply = await call.http.post(addresses.code, rules.codeReply, { form, auth: 'none' })
      const fields = exchangeFields(grant, app, reply.access_token)
      const token = await tradeToken(call, addresses.token, fields, { method: 'GET' })
      const asked = scopesOf(login, rules.scopes)
      const scopes = rules.grantedOf?.(reply, asked) ?? asked
      const connection = await rules.readConnection({ token, scopes, userId: reply.user_id }, call)
      return { step: 'FINISHED', connection }
    },

    refresh: async (call) => {
      rules.checkRenewal?.(call)
      const fields = refreshFields(grant, call.connection.token.accessToken)
      return tradeToken(call, addresses.refresh, fields, { method: 'GET' })
    },

    // `rotates: false`: the current token remains valid after a refresh, so a refresh whose
    // response was lost can be repeated.
    renewal: () => ({ beforeSeconds: rules.renewBeforeSeconds, needsRefreshToken: false, rotates: false }),
  }
}
