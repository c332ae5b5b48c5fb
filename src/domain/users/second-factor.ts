/** Returns the rule of PocketBase's MFA. A sign-in by a single sign-on provider needs no second factor, because the provider asks for its own. */
export function buildSecondFactorRule(isRequiredOfAdmins: boolean): string {
  const users = isRequiredOfAdmins ? "(secondFactor = true || role = '_admin')" : 'secondFactor = true'
  return `${users} && @request.context != 'oauth2'`
}
