import { describe, expect, it } from 'vitest'

/** A request that was made, as the network's own description names it. */
export interface Asked {
  /** Method and edge: `GET media`. */
  readonly what: string
  readonly parameters: readonly string[]
  readonly fields: readonly string[]
}

/** What the network itself says of its requests. */
interface Described {
  /** What lists it: `description`, `collection`. */
  readonly source: string
  /** Every request that is made, and what it takes. */
  readonly parameters: Readonly<Record<string, readonly string[]>>
  /** What every request takes beside. */
  readonly everywhere: readonly string[]
  readonly fields: Readonly<Record<string, readonly string[]>>
  /** What was asked; read inside of tests. */
  asked(): readonly Asked[]
}

/** Every request of a network is made, and holds nothing that the network does not know. */
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
