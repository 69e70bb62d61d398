// Vietnamese words around codes. Spellings without diacritics are derived where they stay unambiguous.
import type { WordList } from './word-list.ts';

export const vietnamese: WordList = {
  strong:
    'mã xác thực|mã xác minh|mã xác nhận|mã otp|otp|mã kích hoạt|mã bảo mật|mã đăng nhập|mã đăng ký|mã truy cập|mã dùng một lần|mã một lần|mã sử dụng một lần|mật khẩu một lần|mật khẩu dùng một lần|mã pin|' +
    'mã an toàn|mã kiểm tra|mã xác thực otp|mã xác thực một lần|mã xác minh email|mã khôi phục|mã đặt lại|mã smart otp|mã bí mật|mã tạm thời|mã ủy quyền|mã định danh otp|mã số xác thực|mã số xác nhận|mã số bí mật|mã chứng thực|mật mã|mã code|code xác nhận|code xác thực|mã xt|mã 2fa|mã gồm|mã số gồm|chữ số sau|dãy số sau|dãy số|mật khẩu otp|mật khẩu tạm thời|mã phê duyệt|mã xác thực đăng nhập|mã số bảo mật|mã khóa|mã mở khóa|mã giao dịch otp|mã ký số|mã ký|mã liên kết|mã thiết bị|mã e-mail|mã email|mã sms|mã gửi đến|6 số|sáu số|4 số|bốn số|các số sau|số sau đây|ký tự sau|mã đăng nhập một lần|pass otp|mat khau otp|mat khau dang nhap|mật khẩu đăng nhập một lần|mật khẩu đăng nhập tạm thời',
  weak: 'chữ số|mã|mã số|mã này|mã dưới đây|mã sau|mã bên dưới|pin|code|con số|dãy ký tự|mật khẩu đăng nhập|số bên dưới|số dưới đây|mã của bạn|token',
  label:
    'mã đơn hàng|mã đơn|mã số đơn hàng|số đơn hàng|mã vận đơn|mã vận chuyển|mã giảm giá|mã khuyến mãi|mã khuyến mại|mã ưu đãi|mã voucher|mã quà tặng|mã giới thiệu|mã mời|mã khách hàng|mã kh|mã số khách hàng|mã số thuế|mst|mã giao dịch|mã gd|số giao dịch|số tham chiếu|' +
    'mã tham chiếu|mã đặt chỗ|mã đặt vé|mã đặt phòng|mã đặt bàn|mã vé|số vé|mã sinh viên|mã số sinh viên|mssv|mã học viên|mã nhân viên|mã hóa đơn|số hóa đơn|mã hoá đơn|số hoá đơn|mã bưu chính|mã bưu điện|mã vùng|mã qr|mã vạch|mã lỗi|mã sản phẩm|mã hàng|mã hợp đồng|số hợp đồng|mã hồ sơ|số hồ sơ|' +
    'mã yêu cầu|mã phiếu|mã hỗ trợ|mã ticket|mã thẻ|số thẻ|thẻ đuôi|mã chuyến bay|số hiệu chuyến bay|số hiệu|số tài khoản|stk|số điện thoại|sđt|đt|điện thoại|hotline|tổng đài|kết thúc bằng|số cuối|đuôi|mã nguồn|mã thành viên|mã hội viên|mã chống lừa đảo|mã chứng khoán|mã phòng|mã cuộc họp|id cuộc họp|mã lớp|mã môn|mã tra cứu|mã bí mật tra cứu|mã cơ quan thuế|mã bệnh nhân|mã nhận hàng|mã dự phòng|mã khôi phục dự phòng|biển số|số lượng|số hợp đồng|giấy phép|gpkd|mã số doanh nghiệp|mã số dn|mã bưu cục|cmnd|cccd|số seri|mã thanh toán|mã dự thưởng|mã may mắn|mã tải app|số tiền|số dư|mã lịch hẹn|mã đặt lịch|mã khám|mã khảo sát|ma kh|ma gd|ma don|ma ve',
  topic:
    'bưu kiện|bưu cục|bưu phẩm|kiện hàng|gói hàng|vận đơn|phiếu|hồ sơ|hợp đồng|chi nhánh|cửa hàng|đơn vị vận chuyển|tài khoản|tk|liên hệ|gọi|đơn hàng|đơn|hóa đơn|hoá đơn|chuyến bay|phòng|ghế|số|ngày|tháng|năm|lúc|giá|tổng|tổng cộng|quận|phường|đường|lô|căn hộ|xe|kỳ|xin chào|chào|id|tòa nhà|thẻ|vé',
  verb: 'đọc|nhập số|nhập dãy|điền số|dùng mã|sử dụng mã|soạn|nhập|nhập mã|sử dụng|dùng|điền|điền mã|gõ|nhap|nhap ma|su dung|gõ mã|đọc mã|copy|sao chép|dán|bấm|gửi lại|cung cấp mã',
  intent:
    'xác thực|xác minh|xác nhận|đăng nhập|đăng ký|kích hoạt|mật khẩu|bảo mật|hết hạn|hiệu lực|không chia sẻ|không cung cấp|không tiết lộ|thiết bị mới|đặt lại mật khẩu|quên mật khẩu|một lần|tài khoản của bạn|bỏ qua email|hoàn tất|dang nhap|xac thuc|khong chia se|hieu luc|het han',
  old: 'đã được dùng|đã được sử dụng|đã dùng|không hợp lệ|hết thời hạn|quá hạn|bị vô hiệu|lần trước|hôm trước|cũ|trước đó|trước đây|hết hiệu lực|đã hết hạn|không còn hiệu lực|không còn giá trị|không còn dùng|vô hiệu|bị hủy|đã hủy|đã sử dụng',
  fresh: 'mới|mới nhất|hiện tại',
  promo:
    'giảm|giảm thêm|giảm tối đa|giảm đến|sale|mã giảm|đổi quà|tích điểm|nhận quà|giftcode|quà tân thủ|giỏ hàng|đơn tối thiểu|áp dụng cho đơn|miễn phí ship|deal|siêu sale|hàng mới|giảm giá|khuyến mãi|khuyến mại|ưu đãi|voucher|mua sắm|mua ngay|freeship|miễn phí vận chuyển|săn sale|flash sale|quà tặng|giảm ngay|giảm đến|hoàn tiền',
};
