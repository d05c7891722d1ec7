import type { EmulatorClock } from '../framework/clock.js'
import { operation } from '../framework/control/operations.js'
import type { Person } from './records.js'

/** Operations that end tokens early. */
export function tokenOperations(
  state: {
    readonly clock: EmulatorClock
    readonly people: ReadonlyMap<string, Person>
    readonly accessTokens: ReadonlyMap<string, { expiresAt: Date | null }>
  },
  {
    emailOf,
    revokeAll,
  }: {
    /** @throws ControlError if there is no such person. */
    readonly emailOf: (person: string) => string
    readonly revokeAll: (email: string) => void
  },
) {
  return {
    revokeTokens: operation({
      does: "Takes the app's access away, as a person does in the settings of the Google account: all, or a person's.",
      takes: { person: 'text?' },
      run: ({ person }) => {
        const emails = person === undefined ? [...state.people.keys()] : [emailOf(person)]
        for (const email of emails) revokeAll(email)
      },
    }),
    expireTokens: operation({
      does: 'Ends all access tokens before their time. Refresh tokens stay good.',
      takes: {},
      run: () => {
        for (const token of state.accessTokens.values()) token.expiresAt = state.clock.now()
      },
    }),
  }
}
