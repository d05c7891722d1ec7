import { FlatRefusal, type GraphFault, type Refusal, type UploadRefusal } from './refusal.js'
import type { GraphState } from './state.js'

/** Marks an id that the network writes as a JSON number beyond floating-point precision. */
export const asNumber = (id: string): string => `\u0000${id}`

/** Creates a JSON response. Ids from `asNumber` become JSON numbers. */
export function jsonReply(
  body: unknown,
  init: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Response {
  return new Response(JSON.stringify(body).replaceAll(/"\\u0000(\d+)"/g, '$1'), {
    status: init.status ?? 200,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...init.headers },
  })
}

/** Creates the error object of a Graph response. */
function faultBody(state: GraphState, fault: GraphFault): object {
  return {
    error: {
      message: fault.message,
      type: fault.type ?? 'OAuthException',
      code: fault.code,
      ...(fault.subcode !== undefined && { error_subcode: fault.subcode }),
      ...(fault.isTransient !== undefined && { is_transient: fault.isTransient }),
      ...(fault.title !== undefined && { error_user_title: fault.title }),
      ...(fault.userMessage !== undefined && { error_user_msg: fault.userMessage }),
      ...(fault.data !== undefined && { error_data: fault.data }),
      fbtrace_id: state.seed.token('fbtrace', 23),
    },
  }
}

/** Converts an error to a response in the network's format. */
export function refusalReply(
  state: GraphState,
  refusal: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { fault } = refusal
  return jsonReply(faultBody(state, fault), { status: fault.status ?? 400, headers })
}

/** Creates the error responses of the hosts that are not Graph. */
export function otherRefusalReply(refusal: FlatRefusal | UploadRefusal): Response {
  if (refusal instanceof FlatRefusal)
    return jsonReply(
      { error_type: 'OAuthException', code: 400, error_message: refusal.message },
      { status: 400 },
    )
  const { type, retriable, message } = refusal
  return jsonReply({ debug_info: { retriable, type, message } }, { status: 400 })
}
