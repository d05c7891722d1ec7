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

/** What a code is traded for: a token of an hour, and whose it is where the network tells. */
interface CodeReply {
  readonly access_token: string
  readonly user_id: string | null
}

/** Whose token it is, as far as the sign-in knows. */
export interface SignedIn {
  /** Good for sixty days. */
  readonly token: Token
  readonly scopes: readonly string[]
  readonly userId: string | null
}

/** What is different from one network with such a sign-in to the next. */
export interface CodeSignInRules<Reply extends CodeReply> {
  readonly platform: string
  readonly grant: 'ig' | 'th'
  readonly addresses: Readonly<Record<'signIn' | 'code' | 'token' | 'refresh', string>>
  /** Asked for unless the application names its own. */
  readonly scopes: readonly string[]
  /** How an app is made: what is said to who has none. */
  readonly appAdvice: string
  /** What the network answers to a code. */
  readonly codeReply: v.GenericSchema<unknown, Reply>
  /** Seconds before its end from which on a token is renewed. */
  readonly renewBeforeSeconds: number
  /** More that the page takes on which the person approves. */
  readonly query?: ((login: LoginRequest) => Fields) | undefined
  /** What the person granted; what was asked for where the network does not tell. */
  readonly grantedOf?: ((reply: Reply, asked: readonly string[]) => readonly string[]) | undefined
  /** Asks the network whose token it is. */
  readonly readConnection: (signedIn: SignedIn, call: LoginCall) => Promise<Connection>
  /** Refuses a renewal that the network would refuse, before a request. */
  readonly checkRenewal?: ((call: Call) => void) | undefined
}

/** What signs people in, and keeps them signed in. */
export type CodeSignIn = Pick<PlatformBase, 'startLogin' | 'finishLogin' | 'renewal' | 'refresh'>

/** The sign-in of Instagram and Threads: a code, a token of an hour, a token of sixty days that buys the next one. */
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

    // The working token buys the next one; what was bought is not taken back by a lost answer.
    renewal: () => ({ beforeSeconds: rules.renewBeforeSeconds, needsRefreshToken: false, rotates: false }),
  }
}
