import type { Visit } from '../../framework/router.js'
import type { Account } from '../records.js'
import { checkParams, requireAccount, requireCaller } from '../sign-in/access.js'
import type { GoogleState } from '../state.js'
import { listAs, pageOf } from '../wire/paging.js'
import { badField } from '../wire/refusals.js'

const SERVICE = 'mybusinessaccountmanagement'

function accountJson({ id, name, type, roles }: Account, email: string): Record<string, unknown> {
  return {
    name: `accounts/${id}`,
    accountName: name,
    type,
    role: roles.get(email),
    ...(type !== 'PERSONAL' && { permissionLevel: 'OWNER_LEVEL' }),
    verificationState: 'UNVERIFIED',
    vettedState: 'NOT_VETTED',
    accountNumber: id.slice(-10),
  }
}

/**
 * GET /v1/accounts: lists the accounts in which the person has a role, the personal account first.
 */
export function listAccounts(state: GoogleState, visit: Visit): Response {
  const { email } = requireCaller(state, visit, SERVICE)
  checkParams(visit, ['pageSize', 'pageToken', 'filter', 'parentAccount'])
  const params = visit.url.searchParams
  const filter = /^type\s*=\s*([A-Z_]+)$/.exec(params.get('filter') ?? '')
  if (params.has('filter') && filter === null) throw badField('filter', 'Invalid filter.')
  const own = [...state.accounts.values()]
    .filter(({ roles, type }) => roles.has(email) && (filter === null || type === filter[1]))
    .toSorted((a, b) => Number(b.type === 'PERSONAL') - Number(a.type === 'PERSONAL'))
  const { items, next } = pageOf(own, params, { defaultValue: 20, max: 20, list: `accounts ${email}` })
  return Response.json({
    ...listAs(
      'accounts',
      items.map((account) => accountJson(account, email)),
    ),
    ...next,
  })
}

/** GET /v1/accounts/{account}: returns an account in which the person has a role. */
export function readAccount(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  checkParams(visit, [])
  return Response.json(accountJson(requireAccount(state, token, visit.params['account'] ?? ''), token.email))
}
