import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { BadRequest } from '../refusals.js'

/** Validates the request body with a schema and returns the result. */
export function readBody<S extends v.GenericSchema>(schema: S, request: FastifyRequest): v.InferOutput<S> {
  const result = v.safeParse(schema, request.body)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new BadRequest(`${v.getDotPath(issue) ?? 'The request'}: ${issue.message}`)
}

/** Returns the id from the path of the request. */
export function idOf(request: FastifyRequest): string {
  const { id } = v.parse(v.object({ id: v.string() }), request.params)
  return id
}
