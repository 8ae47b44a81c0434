"""What walls say in place of a page, in the languages they most often speak; data for `classes` and `challenge`."""

import re


def has_challenge_mark(markup: str) -> bool:
    """Say whether a page carries what the makers of challenge pages leave in them."""
    lowered = markup.lower()
    return any(mark in lowered for mark in CHALLENGE_MARKS)


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


CHALLENGE_MARKS = (
    *("/cdn-cgi/challenge-platform/h/", "_cf_chl_opt", "cf-browser-verification", 'id="challenge-form'),
    *('id="challenge-running', 'id="challenge-error-text', "/.within.website/", "anubis_challenge", "anubis-challenge"),
    *("go-away-challenge", "px-captcha", "captcha-delivery.com", "_incapsula_resource", "sec-if-cpt", "bm-verify"),
    *("/_sec/cp_challenge", "kpsdk", "awswafcookiedomainlist", "gokuprops", "/.well-known/sgcaptcha", "geetest"),
    "ddos-guard/js-challenge",
)
"""What the makers of such pages leave in their markup, in lower case; some of it stands in ordinary pages, too."""

_YOU_ARE = r"(?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot|bot|person)"
CHALLENGE = _any(
    r"(?:checking|verifying) (?:if the site connection is secure|your browser|that you are|you are)",
    rf"(?:verify|verifying|confirm|prove|(?:make|making) sure) {_YOU_ARE}",
    r"(?:i am|i'm|are you) (?:not )?a (?:robot|bot|human)|proof[- ]of[- ]work|just a moment|pardon our interruption",
    r"one more step|attention required|ddos protection by|performance (?:&|and) security by|\bray id\b",
    r"security check to (?:access|continue)|complete the (?:security check|captcha|challenge)",
    r"solve (?:the|this) (?:captcha|challenge|puzzle)|press (?:&|and) hold|request unsuccessful\. incapsula",
    r"unusual (?:traffic|activity) from your (?:computer|network|browser)|automated (?:access|requests|queries)",
    r"enable javascript and cookies to continue|browser (?:will redirect|is being checked)",
    r"(?:ihr|dein) browser wird (?:ge|über)prüft|überprüfung (?:ihres|deines) browsers",
    r"dass (?:sie|du) (?:ein mensch|kein roboter)",
    r"vérification de votre navigateur|que vous (?:êtes|n'êtes pas) (?:un )?(?:humain|robot)",
    r"(?:verificando|comprobando) (?:su|tu) navegador|que (?:eres|es) (?:un )?humano|no soy un robot",
    r"verificando (?:o )?seu navegador|verifica(?:ndo)? (?:del )?(?:il )?(?:tuo )?browser|non sono un robot",
    r"проверка (?:вашего )?браузера|я не робот|正在检查您的浏览器|我不是机器人|验证您是真人",
    r"ブラウザを確認しています",
)
CONSENT = _any(
    r"\bcookies?\b|\bconsent|before you continue|privacy (?:policy|settings|choices)|your privacy",
    r"\bour \d* ?partners\b|legitimate interest|\bGDPR\b|\bvendors\b|personali[sz]ed (?:ads|advertising|content)",
    r"(?:accept|reject|refuse|decline|allow) (?:all|and continue|cookies)",
    r"manage (?:my |your )?(?:options|preferences|choices|settings)|stor(?:e|ing) and/or access|device scanning",
    r"information on (?:a|your) device|geolocation data|audience (?:research|insights)|advertising measurement",
    r"these purposes|change your mind|withdraw your|third[- ]part(?:y|ies)",
    r"zustimm|einwillig|datenschutz|alle(?:s)? (?:akzeptieren|ablehnen)|werbung und tracking|einstellungen verwalten",
    r"consentement|tout (?:accepter|refuser)|accepter et (?:continuer|fermer)|continuer sans accepter|vie privée",
    r"consentimiento|(?:aceptar|rechazar) (?:todo|todas|y continuar)|privacidad|consenso",
    r"(?:accetta|rifiuta) (?:tutt|e continua)|consentimento|(?:aceitar|rejeitar) (?:tudo|todos)|toestemming",
    r"(?:alles|alle cookies) (?:accepteren|weigeren)|zgod[aęy]|(?:akceptuj|odrzuć) wszystk|samtyck",
    r"(?:godkänn|avvisa) alla|согласи|файлы cookie|同意|クッキー|隐私",
)
CONSENT_BUTTON = _any(
    r"^\W*(?:i )?(?:accept|agree|allow|reject|refuse|decline|got it|manage|consent|save (?:and|my))\b",
    r"akzeptier|zustimm|einverstanden|ablehnen|accepter|refuser|aceptar|rechazar|accett|rifiut|aceitar|rejeitar",
    r"akkoord|accepteren|weigeren|akceptuj|zgadzam|odrzuć|godkänn|acceptera|avvisa|принять|соглас|同意|接受",
)
"""What the buttons of such dialogues say."""
NEEDS_JS = _any(
    r"(?:enable|requires?|turn on|activate|without|needs?|switch on)\W+(?:\w+\W+){0,3}java ?script",
    r"java ?script\W+(?:\w+\W+){0,4}(?:required|disabled|enabled?|turned off|not (?:supported|available))",
    r"java ?script\W+(?:\w+\W+){0,4}(?:to (?:run|view|use)|aktivier|deaktiviert|benötigt|erforderlich|eingeschaltet)",
    r"(?:aktivieren|activer|activez|nécessite|désactivé|active|activar|habilit\w+)\W+(?:\w+\W+){0,3}java ?script",
    r"(?:requiere|abilita\w*|attiva\w*|ative|schakel|włącz|aktivera|включите)\W+(?:\w+\W+){0,3}java ?script",
    r"(?:启用|啟用)\W*java ?script|java ?script\W*(?:を有効|无效)",
)
LOGIN = _any(
    r"(?:sign|log) ?in\b|members? only|create an account|forgot(?:ten)? (?:your )?password",
    r"anmelden|einloggen|passwort vergessen|se connecter|connectez-vous|mot de passe oublié",
    r"iniciar sesión|olvid\w+ (?:su|tu) contraseña|accedi|password dimenticata|entrar|esqueceu",
    r"inloggen|zaloguj|logga in|войти|登录|ログイン",
)
DENIED = _any(
    r"^(?:access denied|forbidden|403\b|unauthori[sz]ed|zugriff verweigert|accès refusé|acceso denegado)",
    r"^(?:accesso negato|acesso negado|toegang geweigerd|доступ запрещ)",
)
LISTING = _any(r"^(?:index of|directory listing (?:for|of)) /")
NOT_FOUND = _any(
    r"(?:^|\W)(?:error\W*)?404(?:\W*(?:error|not found|page|-|:|\||$))|^not found\b",
    r"page (?:not found|(?:does not|doesn't) exist|cannot be found)|no longer (?:available|exists)",
    r"(?:can't|cannot|couldn't|could not) (?:be found|find (?:that|the|this) page)",
    r"seite (?:wurde )?nicht gefunden|page (?:introuvable|non trouvée)|página no (?:encontrada|existe)",
    r"no se encontró la página|pagina non trovata|página não encontrada|pagina niet gevonden",
    r"nie znaleziono strony|sidan (?:hittades inte|finns inte)|страница не найдена",
    r"页面不存在|找不到(?:该)?页面|ページが見つかりません",
)
