import { describe, expect, it } from 'vitest'

/** Sent request, in the notation of the network's official API description. */
export interface Asked {
  /** Method and edge of the request, such as `GET media`. */
  readonly what: string
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

/** Official API description of a network, reduced to the requests that the package sends. */
interface Described {
  /** Kind of the file that contains the description, such as `description` or `collection`. */
  readonly source: string
  /** Requests of the package, each with the parameters that the description allows. */
  readonly parameters: Readonly<Record<string, readonly string[]>>
  /** Parameters that the description allows for every request. */
  readonly everywhere: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** Returns the requests that the package sent. Call this function only inside tests. */
  asked(): readonly Asked[]
}

/**
 * Defines tests that the package sends every listed request, and that each request contains only
 * documented parameters.
 */
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
