/** A letter in each language that can be recognized. */
export const LETTERS: Readonly<Record<string, string>> = {
  en: 'Dear Ms. Whitfield,\nplease find below the invoice HMG-2026-118734 for your visit of October 14.\nThe total amount of 4,310.00 dollars is due within thirty days.\nOur office can be reached at 212-555-0177 between nine and five.\nWith kind regards, Harbor Medical Group',
  de: 'Sehr geehrte Frau Schröder,\nanbei erhalten Sie die Überweisung für den Facharzt sowie den Befund.\nBitte bringen Sie Ihre Versichertenkarte und die Medikamentenliste mit.\nDer nächste freie Termin wäre am Donnerstag um halb neun.\nMit freundlichen Grüßen, Praxis am Markt',
  fr: 'Madame, Monsieur,\nnous avons bien reçu votre demande du mois de septembre.\nLe règlement de la facture doit être effectué avant la fin de la semaine.\nVeuillez agréer nos salutations distinguées.\nLe service des archives, hôpital général',
  es: 'Estimada señora Núñez:\nle enviamos adjunto el informe médico que usted solicitó la semana pasada.\nPor favor confirme la recepción de este documento por teléfono.\nLa próxima revisión será el miércoles por la mañana.\nAtentamente, la administración',
  pt: 'Prezada senhora,\nsegue em anexo a certidão que foi pedida na última reunião.\nO pagamento da conta deve ser feito até o fim do mês.\nQualquer dúvida pode ser resolvida com a nossa secretaria.\nAtenciosamente, a direção do hospital',
  ar: 'السيد المدير المحترم\nنرسل إليكم التقرير الطبي الخاص بالمريض\nيرجى مراجعة الفاتورة قبل نهاية الأسبوع\nمع خالص الشكر والتقدير',
};
