import { ControlError, operation, unknownName } from '../../framework/control/operations.js'
import { clickOn, locationOf } from '../../framework/pages/redirect.js'
import { findPerson, makeClient } from '../../google/clients.js'
import { tokenOperations } from '../../google/token-operations.js'
import { fullNameOf, makeAccount, makeLocation, makePerson } from '../places/people.js'
import type { Account, AccountType, Person } from '../records.js'
import { SCOPE } from '../sign-in/access.js'
import { decide } from '../sign-in/authorize.js'
import { makeAccessToken, makeRefreshToken, revokeAll } from '../sign-in/tokens.js'
import type { GoogleState } from '../state.js'

const TYPES: readonly AccountType[] = ['PERSONAL', 'LOCATION_GROUP', 'USER_GROUP', 'ORGANIZATION']

function mustFindPerson(state: GoogleState, name: string): Person {
  const person = findPerson(state, name)
  if (person) return person
  const names = [...state.people.values()].map((one) => one.name)
  throw unknownName(name, names)
}

function mustFindAccount(state: GoogleState, name: string): Account {
  const account = [...state.accounts.values()].find((one) => one.id === name || one.name === name)
  if (account) return account
  const names = [...state.accounts.values()].map((one) => one.name)
  throw new ControlError(`There is no account "${name}". There are: ${names.join(', ')}.`)
}

/**
 * Returns the control operations for people, their accounts, and the permissions that they grant.
 */
export function accessOperations(state: GoogleState) {
  return {
    createClient: operation({
      does: 'Creates an OAuth client, as in the Cloud console.',
      takes: { redirectUris: 'texts' },
      run: ({ redirectUris }) => {
        const { clientId, clientSecret } = makeClient(state, redirectUris)
        return { clientId, clientSecret }
      },
    }),
    addPerson: operation({
      does: 'Adds a person with a Google account.',
      takes: { name: 'text', email: 'text?' },
      run: ({ name, email }) => makePerson(state, { name, ...(email !== undefined && { email }) }),
    }),
    addAccount: operation({
      does: 'Adds an account: PERSONAL, LOCATION_GROUP, USER_GROUP or ORGANIZATION.',
      takes: { person: 'text', name: 'text', type: 'text' },
      run: ({ person, name, type: given }) => {
        const type = TYPES.find((one) => one === given)
        if (type === undefined) throw new ControlError(`"${given}" must be one of: ${TYPES.join(', ')}.`)
        return { id: makeAccount(state, mustFindPerson(state, person).email, { name, type }).id }
      },
    }),
    addMember: operation({
      does: 'Adds a person to an account as a manager.',
      takes: { account: 'text', person: 'text' },
      run: ({ account, person }) => {
        mustFindAccount(state, account).roles.set(mustFindPerson(state, person).email, 'MANAGER')
      },
    }),
    addLocation: operation({
      does: 'Adds a location to an account. `under` lists it in another account too.',
      takes: { account: 'text', title: 'text', storeCode: 'text?', verified: 'boolean?', under: 'text?' },
      run: ({ account, title, storeCode, verified, under }) => {
        const location = makeLocation(state, mustFindAccount(state, account).id, {
          title,
          ...(storeCode !== undefined && { storeCode }),
          isVerified: verified ?? true,
        })
        if (under !== undefined) location.accounts.push(mustFindAccount(state, under).id)
        return { id: location.id, name: fullNameOf(location) }
      },
    }),
    signIn: operation({
      does: 'Creates tokens without the sign-in pages.',
      takes: { person: 'text', scopes: 'texts?' },
      run: ({ person, scopes = [SCOPE] }) => {
        const client = makeClient(state, [])
        const consent = { clientId: client.clientId, email: mustFindPerson(state, person).email, scopes }
        const { token, expiresAt } = makeAccessToken(state, consent)
        return {
          accessToken: token,
          refreshToken: makeRefreshToken(state, consent).token,
          expiresAt,
          scopes,
          clientId: client.clientId,
          clientSecret: client.clientSecret,
        }
      },
    }),
    approve: operation({
      does: 'Submits the form for the person: takes the URL of the approval page, returns the redirect URL.',
      takes: { url: 'text', person: 'text', without: 'texts?', deny: 'boolean?' },
      run: ({ url, person, without = [], deny }) => {
        const params = clickOn(url, { person: mustFindPerson(state, person).email, deny })
        for (const scope of (params.get('scope') ?? '').split(' '))
          if (!without.includes(scope)) params.append('granted', scope)
        return locationOf(decide(state, params), 'Google')
      },
    }),
    ...tokenOperations(state, {
      emailOf: (person) => mustFindPerson(state, person).email,
      revokeAll: (email) => revokeAll(state, email),
    }),
  }
}
