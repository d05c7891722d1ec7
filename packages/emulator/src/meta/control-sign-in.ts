import { operation } from '../framework/control/operations.js'
import { hide } from '../framework/log/hide.js'
import { authorize, decide, type SignInPage } from './authorize.js'
import type { GraphState } from './state.js'

/** What the controls of sign-ins have to know about a network whose people are its accounts. */
export interface SignInParts {
  readonly page: SignInPage
  /** The owner of tokens behind a name. @throws ControlError naming those there are. */
  readonly ownerOf: (name: string) => string
  /** Makes a token that lives sixty days. */
  readonly makeToken: (owner: string) => string
}

/** The person who clicks. */
export function signInOperations(state: GraphState, { page, ownerOf, makeToken }: SignInParts) {
  return {
    signIn: operation({
      does: 'Gives a token that lives sixty days, without the pages. All permissions unless given.',
      takes: { account: 'text', scopes: 'texts?' },
      run: ({ account, scopes = state.settings.scopes }) => {
        const userId = ownerOf(account)
        state.authorizations.delete(userId)
        authorize(state, userId, { asked: scopes, allowed: scopes, pages: [] })
        return { accessToken: makeToken(userId), userId }
      },
    }),
    approve: operation({
      does: 'Answers the sign-in page at an address: approves, unticks permissions, or denies. Gives the address to go back to.',
      takes: { url: 'text', account: 'text', without: 'texts?', deny: 'boolean?' },
      run: ({ url, account, without = [], deny }) => {
        const form = new URL(url).searchParams
        form.set('decision', deny === true ? 'deny' : 'approve')
        form.set('person', ownerOf(account))
        for (const scope of (form.get('scope') ?? '').split(/[, ]/))
          if (!without.includes(scope)) form.append('allow', scope)
        const response = decide(state, page, form)
        return { status: response.status, location: response.headers.get('location') }
      },
    }),
  }
}

/** The tokens there are, hidden, with whose they are. */
export function describeTokens(state: GraphState, nameOf: (owner: string) => string) {
  return state.accesses.map(({ token, owner, kind, expiresAt, deadWith }) => ({
    token: hide(token),
    of: nameOf(owner),
    kind,
    scopes: [...(state.authorizations.get(owner)?.scopes ?? [])],
    expiresAt,
    deadWith,
  }))
}
