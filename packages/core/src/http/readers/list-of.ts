import * as v from 'valibot'

/**
 * Schema of a list whose entries are validated separately: an invalid entry is removed without affecting the others.
 * A value that is not a list is refused. Do not use it if a missing entry serves as proof.
 *
 * @param entry - Schema of one entry.
 */
export function listOf<S extends v.GenericSchema>(entry: S) {
  return v.pipe(
    v.array(v.unknown()),
    v.transform((all): readonly v.InferOutput<S>[] =>
      all.flatMap((one) => {
        const read = v.safeParse(entry, one)
        return read.success ? [read.output] : []
      }),
    ),
  )
}
