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

/** Response to a code: a token of an hour, and its owner if the network sends it. */
interface CodeReply {
  readonly access_token: string
  readonly user_id: string | null
}

/** Token and owner after the sign-in. */
export interface SignedIn {
  /** Valid for sixty days. */
  readonly token: Token
  readonly scopes: readonly string[]
  readonly userId: string | null
}

/** Sign-in rules of one network. */
export interface CodeSignInRules<Reply extends CodeReply> {
  readonly platform: string
  readonly grant: 'ig' | 'th'
  readonly addresses: Readonly<Record<'signIn' | 'code' | 'token' | 'refresh', string>>
  /** Default scopes. */
  readonly scopes: readonly string[]
  /** Advice for an application without an app: how to create one. */
  readonly appAdvice: string
  /** Schema of the response to a code. */
  readonly codeReply: v.GenericSchema<unknown, Reply>
  /** Seconds before the expiry at which a token is refreshed. */
  readonly renewBeforeSeconds: number
  /** Additional query parameters of the approval page. */
  readonly query?: ((login: LoginRequest) => Fields) | undefined
  /** Granted scopes. The default is the requested scopes. */
  readonly grantedOf?: ((reply: Reply, asked: readonly string[]) => readonly string[]) | undefined
  /** Queries the owner of the token. */
  readonly readConnection: (signedIn: SignedIn, call: LoginCall) => Promise<Connection>
  /** Refuses a refresh that the network would refuse, before any request. */
  readonly checkRenewal?: ((call: Call) => void) | undefined
}

/** Sign-in and token refresh. */
export type CodeSignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'>

/** Sign-in of Instagram and Threads: a code, then a token of an hour, then a refreshable token of sixty days. */
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

    // The current token buys the next one. It remains valid if the response is lost.
    renewal: () => ({ beforeSeconds: rules.renewBeforeSeconds, needsRefreshToken: false, rotates: false }),
  }
}
