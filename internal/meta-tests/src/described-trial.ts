import { describe, expect, it } from 'vitest'

/** A sent request, as the network's own description names it. */
export interface Asked {
  /** Method and edge: `GET media`. */
  readonly what: string
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

/** The network's own description of its requests. */
interface Described {
  /** File with the list: `description`, `collection`. */
  readonly source: string
  /** Every sent request with its parameters. */
  readonly parameters: Readonly<Record<string, readonly string[]>>
  /** Common parameters of every request. */
  readonly everywhere: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** The sent requests; read inside of tests. */
  asked(): readonly Asked[]
}

/** Every request of a network is covered, and contains only known parameters. */
export function asksWhatIsDescribed(described: Described): void {
  const { source, parameters: known, everywhere, fields: knownFields } = described

  describe('every request', () => {
    it('is made by this test', () => {
      expect([...new Set(described.asked().map(({ what }) => what))].toSorted()).toEqual(
        Object.keys(known).toSorted(),
      )
    })

    it(`takes parameters that the official ${source} lists`, () => {
      for (const { what, parameters } of described.asked()) {
        const strange = parameters.filter(
          (name) => !known[what]?.includes(name) && !everywhere.includes(name),
        )
        expect([what, strange]).toEqual([what, []])
      }
    })

    it(`asks for fields that the official ${source} asks for`, () => {
      for (const { what, fields } of described.asked()) {
        const strange = fields.filter((name) => !knownFields[what]?.includes(name))
        expect([what, strange]).toEqual([what, []])
      }
    })

    it('puts no token into an address, but for those that trade one', () => {
      const withToken = described.asked().filter(({ parameters }) => parameters.includes('access_token'))
      expect(new Set(withToken.map(({ what }) => what))).toEqual(
        new Set(['GET /access_token', 'GET /refresh_access_token']),
      )
    })
  })
}
