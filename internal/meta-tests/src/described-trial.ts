import { describe, expect, it } from 'vitest'

/** A sent request in the notation of the network's official description. */
export interface Asked {
  /** Method and edge: `GET media`. */
  readonly what: string
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

/** The network's official description of its requests. */
interface Described {
  /** Kind of the file that holds the description: `description`, `collection`. */
  readonly source: string
  /** Every sent request with its allowed parameters. */
  readonly parameters: Readonly<Record<string, readonly string[]>>
  /** Parameters that every request may have. */
  readonly everywhere: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The sent requests. Call it inside tests only. */
  asked(): readonly Asked[]
}

/** Every request of a network is covered, and contains only documented parameters. */
export function asksWhatIsDescribed(described: Described): void {
  const { source, parameters: known, everywhere, fields: knownFields } = described

  describe('every request', () => {
    it('is sent by this test', () => {
      expect([...new Set(described.asked().map(({ what }) => what))].toSorted()).toEqual(
        Object.keys(known).toSorted(),
      )
    })

    it(`contains only parameters of the official ${source}`, () => {
      for (const { what, parameters } of described.asked()) {
        const unlisted = parameters.filter(
          (name) => !known[what]?.includes(name) && !everywhere.includes(name),
        )
        expect([what, unlisted]).toEqual([what, []])
      }
    })

    it(`requests only fields of the official ${source}`, () => {
      for (const { what, fields } of described.asked()) {
        const unlisted = fields.filter((name) => !knownFields[what]?.includes(name))
        expect([what, unlisted]).toEqual([what, []])
      }
    })

    it('puts no token into a URL, except for the token exchanges', () => {
      const withToken = described.asked().filter(({ parameters }) => parameters.includes('access_token'))
      expect(new Set(withToken.map(({ what }) => what))).toEqual(
        new Set(['GET /access_token', 'GET /refresh_access_token']),
      )
    })
  })
}
