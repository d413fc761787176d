/** Names of services: small letters of any script, digits and hyphens, a letter first. */
export const serviceName = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\d-]{0,39}$/u
