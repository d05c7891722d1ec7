import type { RawData } from '../../errors/index.js'
import type { BusinessLocation, Verification, VerificationOption } from '../../models/index.js'
import type { CallOptions } from '../call-options.js'
import type { Ability } from './ability.js'

/** Operations on a business listing. */
export interface BusinessOperations {
  /** Reads the business listing. */
  getLocation(options?: CallOptions): Promise<BusinessLocation>
  /** Changes the given fields of the business listing. The field names are those of the network. */
  updateLocation(fields: RawData, options?: CallOptions): Promise<BusinessLocation>
  /** Lists the available methods to verify ownership of the listing. */
  verificationOptions(options?: CallOptions): Promise<readonly VerificationOption[]>
  /** Starts the verification of ownership with one of the available methods. */
  startVerification(method: string, options?: CallOptions): Promise<Verification>
  /**
   * Completes the verification of ownership with the pin that the network sent.
   * @throws AuthError for a wrong pin.
   */
  completeVerification(id: string, pin: string, options?: CallOptions): Promise<Verification>
  /** Reads the verification state as the network reports it. */
  verificationState(options?: CallOptions): Promise<string>
}

/** Reads and changes a business listing. */
export type CanEditBusinessInfo = Ability<BusinessOperations, 'getLocation' | 'updateLocation'>

/** Verifies ownership of a business listing. */
export type CanManageVerification = Ability<
  BusinessOperations,
  'verificationOptions' | 'startVerification' | 'completeVerification' | 'verificationState'
>

/** Intersection of all abilities for business listings. */
export type BusinessAbilities = CanEditBusinessInfo & CanManageVerification
