// Java 17: the standard library alone; read the body with the JSON library of your choice.
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Verify {
  /** Whether a post was signed with this secret in the last five minutes. */
  static boolean verify(String secret, String id, String timestamp, String signatures, byte[] body)
      throws GeneralSecurityException {
    if (!timestamp.matches("\\d{1,12}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.US_ASCII);
    for (String signature : signatures.split(" "))
      if (MessageDigest.isEqual(signature.getBytes(StandardCharsets.US_ASCII), expected)) return true;
    return false;
  }

  public static void main(String[] args) throws Exception {
    byte[] body = System.in.readAllBytes();
    if (!verify(args[0], args[1], args[2], args[3], body)) {
      System.err.println("wrong signature, or too old");
      System.exit(1);
    }
    System.out.println(new String(body, StandardCharsets.UTF_8).replaceFirst("(?s).*?\"type\":\"([^\"]*)\".*", "$1"));
  }
}
