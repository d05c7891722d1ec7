import type { RawData } from '../../errors/index.js'
import type { BusinessLocation, Verification, VerificationOption } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Ability } from './ability.js'

/** Operations on a business listing. */
export interface BusinessOperations {
  /** The business listing. */
  getLocation(options?: CallOptions): Promise<BusinessLocation>
  /** Changes the named fields of the business listing, under the network's own names. */
  updateLocation(fields: RawData, options?: CallOptions): Promise<BusinessLocation>
  /** Available methods to verify ownership of the listing. */
  verificationOptions(options?: CallOptions): Promise<readonly VerificationOption[]>
  /** Starts the verification. */
  startVerification(method: string, options?: CallOptions): Promise<Verification>
  /** Completes the verification. @throws AuthError for a wrong pin. */
  completeVerification(id: string, pin: string, options?: CallOptions): Promise<Verification>
  /** Verification state as reported by the network. */
  verificationState(options?: CallOptions): Promise<string>
}

/** Reads and changes a business listing. */
export type CanEditBusinessInfo = Ability<BusinessOperations, 'getLocation' | 'updateLocation'>

/** Verifies ownership of a business listing. */
export type CanManageVerification = Ability<
  BusinessOperations,
  'verificationOptions' | 'startVerification' | 'completeVerification' | 'verificationState'
>

/** All business abilities. */
export type BusinessAbilities = CanEditBusinessInfo & CanManageVerification
