// French, Spanish, Portuguese, Italian, Romanian and Catalan words around codes.
import type { WordList } from './word-list.ts';

export const french: WordList = {
  strong:
    "code de vérification|code de verification|code de confirmation|code de sécurité|code d'authentification|code d’authentification|code de connexion|code d'accès|code d’accès|code à usage unique|code unique|code d'activation|code d’activation|code de validation|code d'identification|code d’identification|code confidentiel|code temporaire|" +
    'mot de passe à usage unique|mot de passe unique|mot de passe temporaire|mot de passe provisoire|accès provisoire|code otp|code pin|code secret|code à 6 chiffres|code à 4 chiffres|code à 8 chiffres|code à six chiffres|code à quatre chiffres|code de réinitialisation|code de récupération|code sms|code personnel|code provisoire|code ci-dessous|code suivant|clé de sécurité digitale|code reçu|code transmis|code envoyé|code de signature|code d’autorisation|code de contrôle|code dynamique|code 3d secure|code éphémère|code d’inscription|code e-mail|mot de passe dynamique|clé d’activation|clé de validation|clé temporaire|identifiant temporaire|code à chiffres|numéro de validation|numéro de vérification|code d’appairage|code de déverrouillage',
  weak: 'chiffres suivants|numéro suivant|chiffres|code|codes|pin|ce numéro|ces chiffres|combinaison|chiffres ci-dessous|numéro ci-dessous',
  label:
    "numéro de commande|n° de commande|nº de commande|no de commande|commande n°|commande nº|référence commande|référence de commande|numéro de facture|facture n°|facture|numéro de suivi|numéro de colis|numéro client|n° client|numéro de client|référence client|référence|réf|numéro de dossier|numéro de réservation|référence de réservation|code de réservation|code promo|code promotionnel|code de réduction|code réduction|code avantage|code parrainage|code de parrainage|code cadeau|carte cadeau|chèque cadeau|bon d'achat|code postal|téléphone|tél|tel|siret|siren|rcs|tva|numéro de tva|numéro de téléphone|appelez le|appeler le|code barre|code-barres|code qr|qr code|code source|code de la route|code erreur|code d'erreur|se terminant par|terminant par|finissant par|numéro de carte|numéro de compte|numéro d'adhérent|numéro de contrat|contrat n°|numéro de ticket|codes de secours|codes de récupération|code guichet|code banque|code retrait|code de retrait|code pays|code wifi|digicode|numéro d'allocataire|code avantage",
  topic:
    'commande|dossier|colis|réservation|billet|vol|chambre|siège|n°|numéro|total|montant|bonjour|bonsoir|cher|chère|rue|cedex|cs|bp|porte|train|voiture|place|carte',
  verb: 'taper|écrire|tape|écrivez|entre|saisis|utilise|copie|colle|rentre|saisissez|saisir|entrez|entrer|utilisez|utiliser|indiquez|renseignez|tapez|avec|recopiez|recopier|composez|copiez|collez|tapez|inscrivez|rentrez|rentrer|mettez|notez|communiquez|fournissez|reportez',
  intent:
    "vérifier|vérification|confirmer|confirmez|confirmation de votre|connexion|connecter|vous connecter|identité|authentification|inscription|mot de passe|expire|valable|valide|ne partagez|ne communiquez|n'avez pas demandé|pas à l'origine|activer|sécurité|accéder|compte",
  old: 'vieux|périmée|expirée|n’est plus|n’est plus|invalide|déjà utilisé|a été utilisé|remplace|remplacé|annulé|ancien|ancienne|précédent|précédente|expiré|plus valable|plus valide|périmé',
  fresh: 'nouveau|nouvelle|actuel',
  promo:
    'promotion|bénéficiez|cadeau|offerte|commande minimum|minimum d’achat|en boutique|vente privée|bons plans|remises|frais de port|réduction|promo|soldes|offre|remise|livraison offerte|profitez|code promo|panier|parrainage|achat|économisez|bon plan',
};

export const spanish: WordList = {
  strong:
    "cod. de verif|cód. de verif|código de verif|cod. verif|cód. verif|codigo de verif|código de verificación|código de confirmación|código de seguridad|código de autenticación|código de acceso|código de inicio de sesión|código de activación|código de un solo uso|código de uso único|código único|código temporal|código de validación|código de identificación|código de autorización|contraseña de un solo uso|contraseña temporal|clave de un solo uso|clave dinámica|clave temporal|clave de acceso|código otp|clave otp|código pin|código de recuperación|código de 6 dígitos|código de seis dígitos|código de 4 dígitos|token digital|clave token|clave única|código de ingreso|código verificador|código para iniciar sesión|código para verificar|código para confirmar|codi de verificació|codi de seguretat|codi de confirmació|codi d'accés|código de restablecimiento|código de registro|código de firma|código dinámico|clave sms|nip dinámico|nip temporal|tu nip|su nip|nip de un solo uso|nip es|contraseña dinámica|contraseña única|clave de verificación|clave de confirmación|clave de seguridad|clave de activación|clave de operación|clave de firma|clave de autorización|clave numérica|código sms|código recibido|código de operación|coordenada|código de desbloqueo|código de control|código de vinculación|código numérico|pin temporal|pin de acceso|pin de seguridad|pin de firma|token de seguridad|token de acceso|clave de 6 dígitos|número de verificación|número de confirmación de identidad|código de alta|codi de validació",
  weak: 'siguiente número|estos números|dígitos|código|codigo|códigos|clave|pin|codi|token|este número|estas cifras|cifras|contraseña temporal|números',
  label:
    'código seguro de verificación|código seguro de validación|código electrónico de verificación|csv|número de pedido|nº de pedido|n.º de pedido|pedido nº|pedido n.º|número de orden|orden nº|número de factura|factura nº|factura|número de seguimiento|código de seguimiento|número de guía|guía|número de envío|número de cliente|código de cliente|referencia|ref|número de referencia|número de reserva|código de reserva|localizador|localizador de reserva|número de caso|número de ticket|código promocional|código de descuento|código de promoción|cupón|código de cupón|tarjeta regalo|tarjeta de regalo|código de regalo|código de referido|código de invitación|código postal|c.p|cp|teléfono|tel|llama al|llame al|llámanos al|nif|cif|rfc|cuit|rut|código qr|código de barras|código fuente|código de error|terminada en|terminado en|termina en|que termina en|finalizada en|número de tarjeta|número de cuenta|cuenta nº|número de póliza|número de contrato|número de socio|número de operación|id de transacción|número de transacción|códigos de respaldo|códigos de recuperación|código de área|folio|número de folio|expediente|código de recogida|código de retiro|comprobante|código de producto|código swift|clabe',
  topic:
    'pedido|orden|reserva|vuelo|habitación|asiento|envío|paquete|caso|ticket|nº|número|núm|año|total|importe|monto|hola|estimado|estimada|calle|tarjeta|puerta',
  verb: 'escribí|ingresá|poné|usá|dicta|introduceix|escriu|usando|ingresa|ingrese|ingresar|introduce|introduzca|introducir|usa|use|utiliza|utilice|escribe|escriba|digita|digite|con|pon|teclea|teclee|copia|copie|pega|pegue|captura|capture|coloca|coloque|anota|pon|facilita|indica|indique|rellena|completa con|proporciona',
  intent:
    'verificar|verifica|verificación|confirmar|confirma|iniciar sesión|inicio de sesión|inicia sesión|acceder|acceso|registro|contraseña|caduca|vence|expira|válido|válida|no compartas|no comparta|no lo compartas|no solicitaste|no has sido tú|no fuiste tú|identidad|autenticación|activar|seguridad|cuenta',
  old: 'antigua|vieja|caducada|ya usado|fue usado|se usó|ya fue utilizado|ha caducado|inválido|anulado|reemplaza|sustituye|anterior|antiguo|viejo|caducado|vencido|expirado|ya no es válido|ya no funciona|ya no sirve',
  fresh: 'nuevo|nueva|actual',
  promo:
    'código de descuento|rebaja|compra mínima|de regalo|menos en|finalizar tu compra|finalizar la compra|tienda online|promo|cashback|bono|regalo|descuento|cupón|oferta|ofertas|rebajas|promoción|envío gratis|compra ahora|ahorra|tarjeta regalo|canjea|aprovecha|carrito',
};

export const portuguese: WordList = {
  strong:
    'código de verificação|código de confirmação|código de segurança|código de autenticação|código de acesso|código de login|código de ativação|código de uso único|código único|código temporário|código de validação|código de autorização|código de identificação|senha de uso único|senha temporária|senha única|senha descartável|código otp|código pin|código de recuperação|código de redefinição|código de 6 dígitos|código de seis dígitos|código de 4 dígitos|token de acesso|token de segurança|código token|código para entrar|código para acessar|código de cadastro|chave de acesso temporária|palavra-passe única|código sms|código de início de sessão|chave de acesso|chave de segurança|chave temporária|chave de verificação|chave de confirmação|código de desbloqueio|código de assinatura|código numérico|código recebido|código de registo|código de registro|senha provisória|senha dinâmica|senha de acesso único|pin de acesso|pin temporário|pin de segurança|token temporário|token de verificação|número de verificação|código de operação|código enviado|código de autenticidade',
  weak: 'seguinte número|estes números|dígitos|código|codigo|códigos|pin|token|senha|este número|esses números|números abaixo|chave|algarismos|números|contrassenha',
  label:
    'código verificador|código crc|código de autenticidade|número do pedido|nº do pedido|n° do pedido|pedido nº|pedido n°|número da encomenda|encomenda nº|nota fiscal|nf-e|fatura nº|número da fatura|fatura|código de rastreio|código de rastreamento|rastreio|número de rastreio|número do cliente|código do cliente|nº de cliente|referência|ref|número de referência|número da reserva|código da reserva|código de reserva|localizador|protocolo|número do protocolo|número do chamado|código promocional|código de desconto|cupom|cupão|código do cupom|cupom de desconto|vale-presente|cartão-presente|cartão presente|código de indicação|código de convite|cep|código postal|telefone|tel|ligue|ligue para|sac|cnpj|cpf|nif|código de barras|linha digitável|código qr|qr code|código-fonte|código de erro|com final|terminado em|terminada em|termina em|número do cartão|número da conta|agência|número do contrato|apólice|id da transação|número da transação|códigos de backup|códigos de recuperação|nosso número|código do produto|código de retirada|chave pix|matrícula|código da loja',
  topic:
    'pedido|conta|final|encomenda|reserva|voo|quarto|assento|envio|chamado|nº|número|ano|total|valor|olá|oi|prezado|rua|cartão|sala',
  verb: 'escreve|insere|mete|põe|coloca|introduz|usando|tecle|digite|insira|introduza|use|utilize|informe|inserir|digitar|com|preencha|cole|cola|copie|copia|coloque|coloca|escreva|indique|forneça|usa|bota|informa|preencher',
  intent:
    'verificar|verifique|verificação|confirmar|confirme|entrar|iniciar sessão|login|fazer login|acessar|acesso|cadastro|senha|palavra-passe|expira|válido|válida|vale por|não compartilhe|não partilhe|não solicitou|não foi você|identidade|autenticação|ativar|segurança|liberação|liberar|desbloqueio|dispositivo|aparelho|transação segura|conta',
  old: 'antiga|velho|expirada|já usado|já utilizado|foi usado|foi utilizado|inválido|cancelado|substitui|já não funciona|anterior|antigo|expirado|expirou|não é mais válido|não funciona mais|já não é válido',
  fresh: 'novo|nova|atual',
  promo:
    'código de desconto|compra mínima|na loja|brinde|presente|cupons|vale|de desconto|portes grátis|saldos|promo|desconto|cupom|oferta|ofertas|promoção|frete grátis|compre agora|aproveite|economize|liquidação|vale-presente|carrinho',
};

export const italian: WordList = {
  strong:
    'cod. verifica|codice di verifica|codice di conferma|codice di sicurezza|codice di autenticazione|codice di accesso|codice di attivazione|codice monouso|codice usa e getta|codice temporaneo|codice di validazione|codice di autorizzazione|codice di identificazione|password monouso|password temporanea|password usa e getta|codice otp|codice pin|codice di recupero|codice a 6 cifre|codice a sei cifre|codice a 4 cifre|codice univoco|codice per accedere|codice di login|codice dispositivo|codice dispositivo|codice segreto|codice di ripristino|codice sms|codice numerico|codice ricevuto|codice dinamico|codice di firma|codice di sblocco|codice di registrazione|codice di autorizzazione operazione|codice conferma|codice verifica|codice accesso|codice sicurezza|codice di controllo|password dinamica|pin temporaneo|pin monouso|pin di accesso|token di accesso|chiave di accesso|chiave temporanea|codice di associazione|numero di verifica|codice di 6 cifre',
  weak: 'cifre|seguente numero|codice|codici|pin|token|questo numero|queste cifre|numeri|chiave',
  label:
    "numero ordine|numero d'ordine|numero d’ordine|n. ordine|ordine n|ordine n°|ordine nr|numero fattura|fattura n|fattura|codice di tracciamento|codice tracking|numero di tracciamento|numero di spedizione|lettera di vettura|codice cliente|numero cliente|riferimento|rif|numero di riferimento|codice prenotazione|codice di prenotazione|numero prenotazione|numero di prenotazione|numero pratica|pratica|numero ticket|codice sconto|codice promo|codice promozionale|buono sconto|buono regalo|carta regalo|codice regalo|codice invito|codice amico|codice postale|c.a.p|telefono|tel|chiama il|numero verde|servizio clienti|p.iva|partita iva|p. iva|codice fiscale|cf|rea|codice a barre|codice qr|codice errore|codice sorgente|terminante con|terminante in|che termina con|che termina per|numero carta|numero conto|numero polizza|numero contratto|codice articolo|codice prodotto|id transazione|codici di backup|codici di recupero|codice di ritiro|codice ritiro|numero tessera|cro|matricola",
  topic:
    'ordine|prenotazione|volo|camera|posto|spedizione|pacco|pratica|n|nr|numero|anno|totale|importo|ciao|gentile|salve|carta|treno|carrozza',
  verb: 'metti|metta|scrivere|digitare|usare|incollare|inserisci|inserisca|inserire|usa|usi|utilizza|utilizzi|digita|digiti|immetti|con|copia|copi|incolla|scrivi|scriva|riporta|riporti|compila|comunica|indica|indichi',
  intent:
    'verificare|verifica|confermare|conferma|accedere|accesso|accedi|registrazione|password|scade|valido|valida|non condividere|non comunicare|non hai richiesto|non sei stato|identità|autenticazione|attivare|sicurezza|autorizzare|account',
  old: 'vecchia|scaduta|già usato|già utilizzato|è stato utilizzato|non valido|annullato|sostituisce|non funziona più|precedente|vecchio|scaduto|non è più valido|non più valido',
  fresh: 'nuovo|nuova|attuale',
  promo:
    'spesa minima|regalo|al checkout|in negozio|promo|sconti|codice promo|omaggio|acquisti|sconto|codice sconto|offerta|offerte|saldi|promozione|spedizione gratuita|acquista ora|approfitta|risparmia|buono|carrello',
};

export const romanian: WordList = {
  strong:
    'cod de verificare|codul de verificare|codul tău de verificare|codul dumneavoastră de verificare|cod de confirmare|codul de confirmare|cod de securitate|codul de securitate|cod de autentificare|codul de autentificare|cod de acces|codul de acces|cod de activare|codul de activare|cod unic|codul unic|cod de unică folosință|parolă unică|parola unică|parolă de unică folosință|cod otp|codul otp|cod pin|codul pin|cod de validare|codul de validare|cod temporar|codul sms|cod de autorizare|codul de autorizare|cod de înregistrare|cod de resetare|codul de resetare|cod numeric|parolă temporară|parola temporară|codul primit|cod de semnare',
  weak: 'cod|codul|codului|parola|aceste cifre|cifrele|acest număr|cifre',
  label:
    'număr comandă|numărul comenzii|nr. comandă|comanda nr|număr de comandă|factura|factură nr|nr. factură|awb|număr de urmărire|cod client|codul client|referință|cod de reducere|codul de reducere|cod promoțional|codul promoțional|voucher|cupon|card cadou|cod poștal|telefon|tel|număr rezervare|cod rezervare|codul rezervării|număr de înregistrare|terminat în|se termină în|cod de bare|cod qr|cont nr|nr. contract|coduri de rezervă',
  topic: 'comanda|comandă|rezervare|zbor|camera|nr|număr|anul|total|suma|bună|salut|str|card',
  verb: 'pune|puneți|foloseste|tasteaza|copiaza|introdu|introduceți|introduce|folosește|folosiți|utilizați|tastați|cu|scrie|scrieți|completează|completați|copiază|copiați|tastează|lipește',
  intent:
    'confirmi|confirmați|verifici|verificați|activezi|activați|autentificați|verifica|verificare|confirma|confirmă|confirmare|autentificare|autentifica|conectare|conecta|parola|expiră|valabil|nu distribui|nu comunica|nu ai solicitat|identitatea|securitate|activare|contul',
  old: 'veche|vechiul|expirată|a expirat|folosit deja|a fost folosit|invalid|înlocuiește|vechi|anterior|expirat|nu mai este valabil|nu mai funcționează',
  fresh: 'nou|noul|actual',
  promo:
    'cod de reducere|reduceri|coș|coșul|cadou|promoții|livrare gratuită|reducere|ofertă|oferte|promoție|transport gratuit|cumpără|voucher|cupon|economisește',
};
