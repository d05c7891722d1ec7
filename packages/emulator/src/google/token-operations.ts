import type { EmulatorClock } from '../framework/clock.js'
import { operation } from '../framework/control/operations.js'
import type { Person } from './records.js'

/** Creates the control operations that end tokens early. */
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
    /** Returns the e-mail address of a person. @throws ControlError for an unknown person. */
    readonly emailOf: (person: string) => string
    readonly revokeAll: (email: string) => void
  },
) {
  return {
    revokeTokens: operation({
      does: "Revokes the app's access, as a person does in the settings of the Google account: for all people, or for one.",
      takes: { person: 'text?' },
      run: ({ person }) => {
        const emails = person === undefined ? [...state.people.keys()] : [emailOf(person)]
        for (const email of emails) revokeAll(email)
      },
    }),
    expireTokens: operation({
      does: 'Ends all access tokens early. Refresh tokens stay valid.',
      takes: {},
      run: () => {
        for (const token of state.accessTokens.values()) token.expiresAt = state.clock.now()
      },
    }),
  }
}
