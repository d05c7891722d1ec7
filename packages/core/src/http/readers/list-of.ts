import * as v from 'valibot'

/**
 * Creates a schema for a list that drops invalid entries and keeps the others. A value that is not
 * a list is refused. Do not use this schema if a missing entry would prove something, such as a
 * deletion.
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
