import type { Account, Location, Person } from '../records.js'
import type { AccountSetup, GoogleBusinessPersonSetup, LocationSetup } from '../settings.js'
import { type GoogleState, nextNumber } from '../state.js'
import { textOf } from '../wire/shape.js'

/**
 * Creates a location in an account, with default values for phone, address, website and
 * categories.
 */
export function makeLocation(state: GoogleState, accountId: string, setup: LocationSetup): Location {
  const { title, storeCode, isVerified = true } = setup
  const location: Location = {
    id: nextNumber(state),
    accounts: [accountId],
    fields: {
      title,
      languageCode: 'en',
      ...(storeCode !== undefined && { storeCode }),
      phoneNumbers: { primaryPhone: '020 7946 0000' },
      categories: {
        primaryCategory: { name: 'categories/gcid:bakery', displayName: 'Bakery' },
        additionalCategories: [{ name: 'categories/gcid:cafe', displayName: 'Cafe' }],
      },
      storefrontAddress: {
        regionCode: 'GB',
        languageCode: 'en',
        postalCode: 'W1A 1AA',
        locality: 'London',
        addressLines: ['1 Baker Street'],
      },
      websiteUri: 'https://shop.example',
      openInfo: { status: 'OPEN' },
    },
    google: {},
    isVerified,
    isClosedToPosts: false,
    edits: [],
  }
  state.locations.set(location.id, location)
  return location
}

/** Creates an account with its locations. The person becomes its owner. */
export function makeAccount(state: GoogleState, email: string, setup: AccountSetup): Account {
  const account: Account = {
    id: `10${nextNumber(state)}`,
    name: setup.name,
    type: setup.type,
    roles: new Map([[email, setup.type === 'PERSONAL' ? 'PRIMARY_OWNER' : 'OWNER']]),
  }
  state.accounts.set(account.id, account)
  for (const location of setup.locations ?? []) makeLocation(state, account.id, location)
  return account
}

/** Creates a person with a Google account, and the person's Business Profile accounts. */
export function makePerson(state: GoogleState, setup: GoogleBusinessPersonSetup): Person {
  const local = setup.name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')
  const person = { name: setup.name, email: setup.email ?? `${local}@example.com` }
  state.people.set(person.email, person)
  for (const account of setup.accounts ?? []) makeAccount(state, person.email, account)
  return person
}

/** Finds a location by id, full name, or title. */
export function findLocation(state: GoogleState, name: string): Location | null {
  const wanted = name.toLowerCase()
  const fits = ({ id, fields }: Location): boolean =>
    id === name.split('/').at(-1) || textOf(fields['title']).toLowerCase() === wanted
  return [...state.locations.values()].find(fits) ?? null
}

/**
 * Returns the full name of a location, which contains the owning account:
 * `accounts/1/locations/2`.
 */
export const fullNameOf = ({ id, accounts: [account = ''] }: Location): string =>
  `accounts/${account}/locations/${id}`
