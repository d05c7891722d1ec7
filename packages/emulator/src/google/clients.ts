import type { Seed } from '../framework/seed.js'
import type { OAuthClient, Person } from './records.js'

/** Creates an OAuth client, as in the Cloud console. */
export function makeClient(
  { seed, clients }: { readonly seed: Seed; readonly clients: Map<string, OAuthClient> },
  redirectUris: readonly string[],
): OAuthClient {
  const name = seed
    .token('client', 12)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')
  const client = {
    clientId: `${name}.apps.googleusercontent.com`,
    clientSecret: `GOCSPX-${seed.token('client_secret', 28)}`,
    redirectUris,
  }
  clients.set(client.clientId, client)
  return client
}

/** Finds a person by name or e-mail address. Returns null for an unknown person. */
export function findPerson(
  { people }: { readonly people: ReadonlyMap<string, Person> },
  name: string,
): Person | null {
  const wanted = name.toLowerCase()
  return [...people.values()].find((one) => one.email === wanted || one.name.toLowerCase() === wanted) ?? null
}
