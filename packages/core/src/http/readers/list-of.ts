import * as v from 'valibot'

/**
 * Schema of a list whose entries are read one by one: an entry that is not valid is left out and does not hide the others.
 * A value that is not a list is refused. Do not use it where a missing entry is taken as proof.
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
