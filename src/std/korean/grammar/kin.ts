/** Words for one's family, by which people are named without a name: the source of a pattern. */
export const KIN =
  '엄마|아빠|어머니|아버지|할머니|할아버지|누나|언니|형|오빠|동생|이모|고모|삼촌|숙모|아내|남편|아들|딸|여보|장모님|장인어른'
