import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** Control operation of an emulated network, with its input. */
interface Operation {
  readonly name: string
  readonly input: unknown
}

/** One line of the journal: a request to the network or a control operation. */
interface Line {
  readonly at: string
  readonly request?: {
    readonly method: string
    readonly path: string
    readonly headers: [string, string][]
    /** Name of the file with the request's body. Null for a request without a body. */
    readonly body: string | null
  }
  readonly operation?: Operation
}

/**
 * Journal of all changes of a network. Request bodies are stored in separate files next to the
 * journal.
 */
export class Journal {
  readonly #path: string
  readonly #origin: string
  #bodies = 0

  /**
   * @param path - Path of the files without extension.
   * @param origin - Current origin of the network.
   */
  constructor(path: string, origin: string) {
    this.#path = path
    this.#origin = origin
  }

  /** Reads all entries, oldest first. */
  *read(): Generator<{
    readonly at: Date
    readonly request: Request | null
    readonly operation: Operation | null
  }> {
    const file = `${this.#path}.jsonl`
    if (!existsSync(file)) return
    for (const text of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { at, request, operation } = JSON.parse(text) as Line // safe cast: only this class writes the file
      if (request !== undefined && request.body !== null) this.#bodies += 1
      yield {
        at: new Date(at),
        request: request === undefined ? null : this.#toRequest(request),
        operation: operation ?? null,
      }
    }
  }

  /** Appends a control operation to the journal. */
  write(at: Date, operation: Operation): void {
    this.#append({ at: at.toISOString(), operation })
  }

  /**
   * Copies a request's body to a file while the network reads the body.
   *
   * @returns The copy of the request that the network must handle, and a function that appends the
   * journal entry. Call the function after the response.
   */
  keep(request: Request): { readonly copy: Request; readonly done: (at: Date) => void } {
    const { method, url, headers, body } = request
    this.#bodies += body === null ? 0 : 1
    const file = body === null ? null : `${this.#path}.${this.#bodies}.body`
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        if (file !== null) appendFileSync(file, chunk)
        controller.enqueue(chunk)
      },
    })
    const { pathname, search } = new URL(url)
    return {
      copy:
        body === null
          ? request
          : new Request(url, { method, headers, body: body.pipeThrough(tap), duplex: 'half' }),
      done: (at) =>
        this.#append({
          at: at.toISOString(),
          request: { method, path: pathname + search, headers: [...headers], body: file },
        }),
    }
  }

  #append(line: Line): void {
    appendFileSync(`${this.#path}.jsonl`, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }

  #toRequest({ method, path, headers, body }: NonNullable<Line['request']>): Request {
    const hasBody = body !== null && existsSync(body)
    return new Request(new URL(path, this.#origin), {
      method,
      headers,
      ...(hasBody ? { body: readFileSync(body) } : {}),
    })
  }
}
