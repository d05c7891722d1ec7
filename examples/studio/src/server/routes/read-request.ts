import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { BadRequest } from '../refusals.js'

/** Validates the body with a schema. */
export function readBody<S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> {
  const result = v.safeParse(schema, request.body)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new BadRequest(`${v.getDotPath(issue) ?? 'The request'}: ${issue.message}`)
}

/** The id in the path. */
export function idOf(request: FastifyRequest): string {
  const { id } = v.parse(v.object({ id: v.string() }), request.params)
  return id
}
