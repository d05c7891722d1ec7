/** The part of autocannon that is used here. The package has no types. */
declare module 'autocannon' {
  interface Shot {
    readonly method?: string
    readonly path?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string | Uint8Array
  }

  interface Options {
    readonly url: string
    readonly connections: number
    /** Total number of requests; alternatively `duration`. */
    readonly amount?: number
    /** Seconds. */
    readonly duration?: number
    /** Sent in rotation. */
    readonly requests: readonly Shot[]
  }

  interface Result {
    readonly '2xx': number
    readonly non2xx: number
    readonly errors: number
  }

  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
